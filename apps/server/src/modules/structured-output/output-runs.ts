import { type Runs, type RunsOptions, startRuns } from "../../platform/jobs/runs.ts";
import { carryOutRun } from "./run-service.ts";
import { isOpenRun, listOpenRuns } from "./run-store.ts";

/** Ten thousand calls of a slow model take a day. */
const EXPIRE_SECONDS = 86_400;

/** Makes structured outputs of past calls. */
export function startOutputRuns({ boss, context }: Pick<RunsOptions, "boss" | "context">): Promise<Runs> {
  return startRuns({
    ...{ boss, context, queue: "output-run", expireInSeconds: EXPIRE_SECONDS },
    carryOut: (run, signal) => carryOutRun(context, run, signal),
    isOpen: (run) => isOpenRun(context.db, run),
    listOpen: () => listOpenRuns(context.db),
  });
}
