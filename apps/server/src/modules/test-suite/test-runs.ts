import { type Runs, type RunsOptions, startRuns } from "../../platform/jobs/runs.ts";
import { carryOutRun } from "./run-service.ts";
import { findOpenRun, listOpenRuns } from "./run-store.ts";
import type { RunContext } from "./tested-call.ts";

/** Five hundred attempts of slow models. Each attempt of a voice test adds the length of its call, and up to 10 min of waiting for a slot. */
const EXPIRE_SECONDS = 86_400;

/** Runs test suites. */
export function startTestRuns({ boss, context }: { boss: RunsOptions["boss"]; context: RunContext }): Promise<Runs> {
  return startRuns({
    ...{ boss, context, queue: "test-run", expireInSeconds: EXPIRE_SECONDS },
    carryOut: (run, signal) => carryOutRun(context, run, signal),
    isOpen: async ({ orgId, id }) => (await findOpenRun(context, orgId, id)) !== undefined,
    listOpen: () => listOpenRuns(context.db),
  });
}
