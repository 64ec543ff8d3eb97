import { FunctionError, type MutationOutcome, readStoredValue, type Store, storedValue } from "@callwright/realtime";
import { and, eq, lte, max } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { loggableCause } from "../db/database-retry.ts";
import { inFencedTransaction } from "../db/fenced-transaction.ts";
import { realtimeMutation } from "./tables.ts";

/** The database as it is at one moment. */
export interface Snapshot {
  readonly db: Database;
  /** A failed statement ends the shared snapshot: the remaining reads use the current state. */
  leave(): void;
}

export interface Transaction {
  db: Database;
  /** Done when the transaction is, and not when it is taken back. */
  afterCommit(work: () => void): void;
}

/** Reads and writes of realtime functions. */
export function createStore(db: Database, now: () => Date): Store<Snapshot, Transaction> {
  return {
    readSnapshot: (work) =>
      withoutValues(() =>
        db.transaction(
          (tx) => {
            const snapshot = {
              db: tx as Database,
              leave: () => {
                snapshot.db = db;
              },
            };
            return work(snapshot);
          },
          { isolationLevel: "repeatable read", accessMode: "read only" },
        ),
      ),
    mutateOnce: async ({ sessionId, requestId, subject, work, beforeCommit }) => {
      const done: (() => void)[] = [];
      const thrownByWork = new Set<unknown>();
      const outcome = await withoutValues(
        () =>
          inFencedTransaction(db, async (tx): Promise<MutationOutcome> => {
            const before = await claim(tx, { sessionId, requestId, subject, ts: 0n, result: "", createdAt: now() });
            if (before) return before;
            const result = await work({ db: tx, afterCommit: (step) => void done.push(step) }).catch((error: unknown) => {
              thrownByWork.add(error);
              throw error;
            });
            const ts = beforeCommit();
            await tx
              .update(realtimeMutation)
              .set({ ts, result: storedValue(result) })
              .where(ofRequest(sessionId, requestId));
            return { ts, result, isReplay: false };
          }),
        thrownByWork,
      );
      for (const step of done) step();
      return outcome;
    },
  };
}

type MutationRow = typeof realtimeMutation.$inferSelect;

const ofRequest = (sessionId: string, requestId: number) =>
  and(eq(realtimeMutation.sessionId, sessionId), eq(realtimeMutation.requestId, requestId));

/** Claims a request for this transaction; a request that was done before returns its result. */
async function claim(tx: Database, row: MutationRow): Promise<MutationOutcome | undefined> {
  // Waits for a transaction that runs the same mutation, and uses its result.
  const { rowCount } = await tx.insert(realtimeMutation).values(row).onConflictDoNothing();
  if (rowCount) return undefined;
  const [before] = await tx.select().from(realtimeMutation).where(ofRequest(row.sessionId, row.requestId));
  if (!before) throw new Error("a mutation that was done has been forgotten in the same moment");
  if (before.subject !== row.subject)
    throw new FunctionError("unauthorized", "This was done before by somebody else. Reload the page.");
  return { ts: before.ts, result: readStoredValue(before.result), isReplay: true };
}

/** The newest time of a commit that is remembered; 0 when there is none. */
export async function lastCommitTs(db: Database): Promise<bigint> {
  const [row] = await db.select({ last: max(realtimeMutation.ts) }).from(realtimeMutation);
  return row?.last ?? 0n;
}

/** drizzle's failures quote the values that were to be stored. Failures of functions are logged where they are thrown. */
async function withoutValues<Result>(run: () => Promise<Result>, asTheyAre: ReadonlySet<unknown> = new Set()): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (asTheyAre.has(error) || error instanceof FunctionError) throw error;
    throw new Error("the database could not do what a realtime client asked for", { cause: loggableCause(error) });
  }
}

/** By then, a reconnecting client has forgotten its requests. */
const MUTATIONS_KEPT_MS = 24 * 3_600_000;

/** Deletes the results of mutations that no client sends again. */
export async function forgetOldMutations(db: Database, now: Date): Promise<void> {
  await db.delete(realtimeMutation).where(lte(realtimeMutation.createdAt, new Date(now.getTime() - MUTATIONS_KEPT_MS)));
}
