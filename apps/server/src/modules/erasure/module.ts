import { erasureRoutes as table } from "@callwright/contract";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { startRuns } from "../../platform/jobs/runs.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { carryOutErasure } from "./carry-out.ts";
import { reportOf } from "./report.ts";
import { confirmErasure, createErasure, getErasure, listErasures } from "./service.ts";
import { forgetUnconfirmed, isOpenErasure, listOpenErasures } from "./store.ts";

/** A count that nobody confirms is dropped after this time. */
const CONFIRM_WITHIN_MS = 86_400_000;

export const erasure = defineModule({
  name: "erasure",
  async open({ platform }) {
    const runs = await startRuns(platform, {
      queue: "erasure",
      // One that waits for a call or a storage for longer goes on in another job.
      expireInSeconds: 86_400,
      // It is confirmed while the job that has counted ends.
      policy: "stately",
      carryOut: (run, signal) => carryOutErasure(platform, run, signal),
      isOpen: (run) => isOpenErasure(platform.db, run),
      listOpen: () => listOpenErasures(platform.db),
    });
    return { service: runs, drain: runs.handOver, close: runs.abort };
  },
  routes(app, { platform, service }) {
    registerRoutes(app, platform, table, {
      createErasure: ({ caller, body }) => createErasure(platform, caller, body, service),
      listErasures: ({ caller, query }) => listErasures(platform, caller, query),
      getErasure: ({ caller, params }) => getErasure(platform, caller, params.id),
      confirmErasure: ({ caller, params, body }) => confirmErasure(platform, caller, params.id, body, service),
      getErasureReport: async ({ caller, params }) => reportOf(await getErasure(platform, caller, params.id)),
    });
  },
  clean: ({ db, now }) => forgetUnconfirmed(db, new Date(now().getTime() - CONFIRM_WITHIN_MS)),
});
