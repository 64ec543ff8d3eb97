import type { HeldKind } from "@callwright/contract";
import { call } from "../../modules/call/module.ts";
import { telephony } from "../../modules/telephony/module.ts";
import { webhook } from "../../modules/webhook/module.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { heldCampaigns } from "./held-campaigns.ts";
import { heldCarriers } from "./held-carriers.ts";
import { heldJobs } from "./held-jobs.ts";
import { heldMails } from "./held-mails.ts";
import { heldPurge } from "./held-purge.ts";
import { heldScheduledCalls } from "./held-scheduled-calls.ts";
import { heldWebhooks } from "./held-webhooks.ts";
import type { KindWork } from "./kind-work.ts";
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

type Context = Parameters<typeof heldCarriers>[0] &
  Parameters<typeof heldMails>[0] &
  Parameters<typeof heldPurge>[0] &
  Parameters<typeof heldScheduledCalls>[0] &
  Parameters<typeof heldWebhooks>[0];

/** What a restored server holds, by kind. */
const heldKinds = (context: Context): Record<HeldKind, KindWork> => ({
  campaigns: heldCampaigns(context),
  scheduledCalls: heldScheduledCalls(context),
  webhooks: heldWebhooks(context),
  mails: heldMails(context),
  carriers: heldCarriers(context),
  jobs: heldJobs(context),
  purge: heldPurge(context),
});
