import { timeLimit } from "@callwright/contract";
import { and, eq, inArray, isNull, lt } from "drizzle-orm";
import { loggableCause, whileDatabaseIsAway } from "../db/database-retry.ts";
import type { Sealer } from "../secrets/sealed-text.ts";
import type { HttpContext } from "./http-context.ts";
import { idempotencyKey } from "./tables.ts";

/** A claim that was not renewed for this long belongs to a dead server: the next request with its key takes over. */
const ABANDONED_MS = 60_000;
/** Three renewals may be missed. */
export const RENEW_MS = 15_000;
/** How long a finished answer waits for an unavailable database before it is returned unstored. */
const STORE_WAIT_MS = 10_000;

/** A request with an `Idempotency-Key`. */
export interface KeyedRequest {
  context: Pick<HttpContext, "db" | "now" | "secrets" | "log">;
  sealer: Sealer;
  /** Organization, API token, or visitor with a public one; user when the caller has none. */
  owner: string;
  key: string;
  requestHash: string;
}

/**
 * Makes one request, on any node, the one that answers for its key: (no row) → running → answered, or → (no row) after a failure. Another request
 * takes over a running claim that is no longer renewed.
 */
export interface Claim extends KeyedRequest {
  /**
   * When it was made or last renewed, then renewals whose result is unknown. They distinguish it from other claims of its key: a claim that takes
   * over is at least `ABANDONED_MS` younger.
   */
  times: readonly Date[];
}

type KeyRow = typeof idempotencyKey.$inferSelect;

const rowOf = ({ owner, key }: KeyedRequest) => and(eq(idempotencyKey.orgId, owner), eq(idempotencyKey.key, key));

const claimOf = (claim: Claim) =>
  and(rowOf(claim), isNull(idempotencyKey.status), inArray(idempotencyKey.createdAt, [...claim.times]));

/** The place that a stored answer is sealed for. */
const placeOf = ({ owner, key }: KeyedRequest) => `idempotency-key ${owner} ${key}`;

export async function findKey(request: KeyedRequest): Promise<KeyRow | undefined> {
  const [row] = await request.context.db.select().from(idempotencyKey).where(rowOf(request));
  return row;
}

/** Claims a key that has no row; undefined when another was faster. */
export async function claimKey(request: KeyedRequest): Promise<Claim | undefined> {
  const { context, owner, key, requestHash } = request;
  const createdAt = context.now();
  const inserted = await context.db
    .insert(idempotencyKey)
    .values({ orgId: owner, key, requestHash, createdAt })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  return inserted.length > 0 ? { ...request, times: [createdAt] } : undefined;
}

/** Claims a key whose claim was abandoned; undefined when it was not, or another was faster. */
export async function takeOverKey(request: KeyedRequest, row: KeyRow): Promise<Claim | undefined> {
  const { db, now } = request.context;
  const createdAt = now();
  const abandonedBefore = new Date(createdAt.getTime() - ABANDONED_MS);
  if (row.createdAt >= abandonedBefore) return undefined;
  const taken = await db
    .update(idempotencyKey)
    .set({ createdAt })
    .where(and(rowOf(request), isNull(idempotencyKey.status), lt(idempotencyKey.createdAt, abandonedBefore)))
    .returning({ key: idempotencyKey.key });
  return taken.length > 0 ? { ...request, times: [createdAt] } : undefined;
}

/** Renews the claim for as long as `attempt` runs, and gives the key back when it fails. */
export async function whileClaimed<T>(claim: Claim, attempt: () => Promise<T>): Promise<T> {
  let renewing: Promise<void> | undefined;
  const timer = setInterval(() => {
    renewing ??= renew(claim).finally(() => {
      renewing = undefined;
    });
  }, RENEW_MS);
  timer.unref();
  const stopRenewing = async () => {
    clearInterval(timer);
    await renewing;
  };
  try {
    const result = await attempt();
    await stopRenewing();
    return result;
  } catch (error) {
    await stopRenewing();
    await claim.context.db.delete(idempotencyKey).where(claimOf(claim));
    throw error;
  }
}

async function renew(claim: Claim): Promise<void> {
  const { db, now, log } = claim.context;
  const createdAt = now();
  try {
    await db.update(idempotencyKey).set({ createdAt }).where(claimOf(claim));
    claim.times = [createdAt];
  } catch (error) {
    claim.times = [...claim.times, createdAt];
    log.warn({ err: loggableCause(error) }, "the claim of an Idempotency-Key could not be renewed");
  }
}

/** An answer as a row has it. */
interface StoredAnswer {
  status: number;
  contentType: string;
  body: string;
}

/** The request is done: if its answer cannot be stored, it is still returned, and the claim stays, so that a retry waits. */
export async function storeAnswer(claim: Claim, { status, contentType, body }: StoredAnswer): Promise<void> {
  const { context, sealer } = claim;
  const stored = { status, contentType, body: sealer.seal(body, placeOf(claim)) };
  const store = async () => void (await context.db.update(idempotencyKey).set(stored).where(claimOf(claim)));
  try {
    await whileDatabaseIsAway(store, timeLimit(STORE_WAIT_MS));
  } catch (error) {
    context.log.error({ err: loggableCause(error) }, "the answer to a request with an Idempotency-Key could not be stored");
  }
}

/** The body of an answer that `storeAnswer` stored. */
export function openBody(request: KeyedRequest, sealed: string): string {
  return request.sealer.open(sealed, placeOf(request));
}
