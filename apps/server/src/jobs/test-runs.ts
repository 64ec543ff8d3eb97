import { carryOutRun } from "../resources/test-suite/run-service.ts";
import { findOpenRun, listOpenRuns } from "../resources/test-suite/run-store.ts";
import type { RunContext } from "../resources/test-suite/tested-call.ts";
import { type Runs, type RunsOptions, startRuns } from "./runs.ts";

/** Five hundred attempts of slow models. */
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
