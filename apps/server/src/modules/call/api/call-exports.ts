import { type Runs, type RunsOptions, startRuns } from "../../../platform/jobs/runs.ts";
import { findOpenExport, listOpenExports } from "./export-store.ts";
import { sendExport } from "./mail-export.ts";

/** An export of a million calls takes hours. */
const EXPIRE_SECONDS = 21_600;

/** Makes exports of calls, and sends their links by e-mail. */
export function startCallExports({
  boss,
  context,
  origin,
}: Pick<RunsOptions, "boss" | "context"> & { origin: string }): Promise<Runs> {
  return startRuns({
    ...{ boss, context, queue: "call-export", expireInSeconds: EXPIRE_SECONDS },
    carryOut: (run, signal) => sendExport({ ...context, origin }, run, signal),
    isOpen: async (run) => (await findOpenExport(context.db, run)) !== undefined,
    listOpen: () => listOpenExports(context.db, context.held.restoredAt),
  });
}
