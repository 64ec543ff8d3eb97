import type { Logger } from "../config/logger.ts";
import { loggableCause } from "./database-retry.ts";

/** Writes that nobody waits for. */
export interface BackgroundWrites {
  /** Never fails: what cannot be written is logged. `what`: "the run of a tool". */
  add(what: string, write: () => Promise<unknown>): void;
  /** Resolves when every write so far is done. */
  settled(): Promise<void>;
}

export function createBackgroundWrites(log: Pick<Logger, "warn">): BackgroundWrites {
  const writing = new Set<Promise<void>>();
  return {
    add(what, write) {
      const done = write()
        .then(
          () => undefined,
          (error: unknown) => log.warn({ err: loggableCause(error) }, `${what} could not be stored`),
        )
        .finally(() => writing.delete(done));
      writing.add(done);
    },
    settled: async () => void (await Promise.all(writing)),
  };
}
