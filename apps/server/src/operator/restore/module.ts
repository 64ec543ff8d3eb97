import { call } from "../../modules/call/module.ts";
import { telephony } from "../../modules/telephony/module.ts";
import { webhook } from "../../modules/webhook/module.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { heldKinds } from "./held-kinds.ts";
import { restoreRoutes } from "./restore-routes.ts";
import { createRestoreService } from "./restore-service.ts";

export const restore = defineModule({
  name: "restore",
  needs: { call, telephony, webhook },
  routes(app, { platform, needs }) {
    const { calls, exports, reports, scheduled } = needs.call;
    const { line, transientNumbers } = needs.telephony;
    const { deliverNow, messages } = needs.webhook;
    const phone = { calls, line, lines: line, transientNumbers };
    const kinds = heldKinds({ ...platform, ...phone, callExports: exports, deliverNow, messages, reports, scheduled });
    restoreRoutes(app, platform, createRestoreService(platform, kinds));
  },
});
