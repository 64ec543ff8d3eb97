import { LAST_USE_STEP_SECONDS } from "@callwright/contract";
import { and, eq, isNull, lte, or } from "drizzle-orm";
import type { Logger } from "../config/logger.ts";
import type { Database } from "../db/connect.ts";
import { loggableCause } from "../db/database-retry.ts";
import { orgKeySet, token } from "./tables.ts";

/** What was used, as it was read for the request. */
interface Used {
  id: string;
  lastUsedAt: Date | null;
}

/** When tokens and key sets were used last. Each is written at most once in `LAST_USE_STEP_SECONDS`, and never in a request's way. */
export function createLastUse({ db, log, now }: { db: Database; log: Logger; now: () => Date }) {
  const writing = new Map<string, Promise<void>>();

  function note(table: typeof token | typeof orgKeySet, { id, lastUsedAt }: Used): void {
    const at = now();
    const before = new Date(at.getTime() - LAST_USE_STEP_SECONDS * 1000);
    if (writing.has(id) || (lastUsedAt && lastUsedAt > before)) return;
    const write = db
      .update(table)
      .set({ lastUsedAt: at })
      // Another node may have been faster.
      .where(and(eq(table.id, id), or(isNull(table.lastUsedAt), lte(table.lastUsedAt, before))))
      .then(
        () => {},
        (error: unknown) => log.warn({ err: loggableCause(error), id }, "the use of a token could not be noted; its next use is"),
      )
      .finally(() => writing.delete(id));
    writing.set(id, write);
  }

  return {
    noteToken: (used: Used) => note(token, used),
    noteKeySet: (used: Used) => note(orgKeySet, used),
    /** Waits until all uses are written. */
    close: async () => void (await Promise.all(writing.values())),
  };
}
export type LastUse = ReturnType<typeof createLastUse>;
