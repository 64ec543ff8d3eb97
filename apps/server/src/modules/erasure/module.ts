import { erasureRoutes as table } from "@callwright/contract";
import { loggableCause } from "../../platform/db/database-retry.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { type Run, startRuns } from "../../platform/jobs/runs.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { AwaitedRows } from "./awaited-rows.ts";
import { carryOutErasure } from "./carry-out.ts";
import { reportOf } from "./report.ts";
import { confirmErasure, createErasure, getErasure, listErasures } from "./service.ts";
import { forgetUnconfirmed, isOpenErasure, listOpenErasures } from "./store.ts";

/** A count that nobody confirms is dropped after this time. */
const CONFIRM_WITHIN_MS = 86_400_000;

export const erasure = defineModule({
  name: "erasure",
  async open({ platform }) {
    const { db, log } = platform;
    const changes = new AwaitedRows((run) => {
      const isHurried = runs.then((queue) => queue.hurry(run));
      isHurried.catch((error: unknown) => log.warn({ err: loggableCause(error) }, "an erasure goes on later than it could"));
    });
    const runs: Promise<JobQueue<Run>> = startRuns(platform, {
      queue: "erasure",
      // A pass reads all rows of the organization that can be about a person.
      expireInSeconds: 86_400,
      // It is confirmed while the job that has counted ends, and waits in another job, so that it holds up no other erasure.
      policy: "stately",
      carryOut: (run, signal) =>
        changes.during(run, async () => {
          const wait = await carryOutErasure(platform, run, signal);
          if (wait) await (await runs).add(db, run, wait.seconds);
          return wait;
        }),
      isOpen: (run) => isOpenErasure(db, run),
      listOpen: () => listOpenErasures(db),
    });
    const queue = await runs;
    return { service: { queue, changes }, drain: queue.handOver, close: queue.abort };
  },
  routes(app, { platform, service }) {
    registerRoutes(app, platform, table, {
      createErasure: ({ caller, body }) => createErasure(platform, caller, body, service.queue),
      listErasures: ({ caller, query }) => listErasures(platform, caller, query),
      getErasure: ({ caller, params }) => getErasure(platform, caller, params.id),
      confirmErasure: ({ caller, params, body }) => confirmErasure(platform, caller, params.id, body, service.queue),
      getErasureReport: async ({ caller, params }) => reportOf(await getErasure(platform, caller, params.id)),
    });
  },
  clean: ({ db, now }) => forgetUnconfirmed(db, new Date(now().getTime() - CONFIRM_WITHIN_MS)),
});
