import type { Logger } from "../config/logger.ts";
import { loggableCause } from "./database-retry.ts";

/** Writes in the background. */
export function createBackgroundWrites(log: Pick<Logger, "warn">) {
  const writing = new Set<Promise<void>>();
  return {
    /** Never fails: a failed write is logged. `what`: "the run of a tool". */
    add(what: string, write: () => Promise<unknown>): void {
      const done = write()
        .then(
          () => undefined,
          (error: unknown) => log.warn({ err: loggableCause(error) }, `${what} could not be stored`),
        )
        .finally(() => writing.delete(done));
      writing.add(done);
    },
    /** Resolves when every write so far is done. */
    settled: async () => void (await Promise.all(writing)),
  };
}
