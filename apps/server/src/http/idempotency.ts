import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { IDEMPOTENCY_HOURS, IDEMPOTENCY_KEY_MAX_CHARACTERS, PlatformError } from "@callwright/contract";
import { and, eq, isNull, lt } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { loggableCause, whileDatabaseIsAway } from "../db/database-retry.ts";
import { idempotencyKey } from "../db/schema.ts";
import { createSealer, type Sealer } from "../sealed-text.ts";
import type { ServerContext } from "../server-context.ts";
import type { AppContext } from "./app.ts";
import type { Caller } from "./caller.ts";
import { EventStream, formatEvents } from "./event-stream.ts";

export interface Answer {
  status: number;
  contentType: string;
  body: string | EventStream;
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** A first request that has not answered for this long died with its server: the next one with its key takes over. */
const ABANDONED_MS = 60_000;
const POLL_MS = 50;
/** How long a finished answer waits for a database that is away, to be stored before it is given. */
const STORE_WAIT_MS = 10_000;

/**
 * Answer a POST, once per `Idempotency-Key`: the same request gets the first answer again, for a day; another request
 * with the key is refused; one that comes while the first still runs waits for it. Failures are not kept, so that a retry tries again.
 * Of a stream, what was sent is kept, in few events: all of it, or as much as there was when its client went away.
 */
export async function answerOnce(
  c: AppContext,
  caller: Caller,
  bodyText: string,
  answer: () => Promise<Answer>,
  context: IdempotencyContext,
): Promise<Answer> {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return answer();
  if (key.length < 1 || key.length > IDEMPOTENCY_KEY_MAX_CHARACTERS) throw new PlatformError("idempotency-key-invalid");
  const owner = ownerOf(caller);
  const url = new URL(c.req.url);
  const requestHash = createHash("sha256").update(`${c.req.method} ${url.pathname}${url.search}\n${bodyText}`).digest("hex");
  const sealer = createSealer(context.secrets.sealing);
  const request = { context, sealer, owner, key, requestHash };

  const held = await claimOrWait(request);
  if ("claimedAt" in held) return runClaimed(request, held.claimedAt, answer);
  c.header("Idempotent-Replayed", "true");
  return held;
}

/** An API token has keys of its own: nobody who holds it gets to an answer that was given to somebody else of the organisation. */
function ownerOf(caller: Caller): string {
  return caller.kind === "user" ? caller.userId : (caller.apiToken?.id ?? caller.orgId);
}

type IdempotencyContext = Pick<ServerContext, "db" | "now" | "secrets" | "log">;

interface KeyedRequest {
  context: IdempotencyContext;
  sealer: Sealer;
  /** Organisation or API token; user when the caller has none. */
  owner: string;
  key: string;
  requestHash: string;
}

const rowOf = ({ owner, key }: KeyedRequest) => and(eq(idempotencyKey.orgId, owner), eq(idempotencyKey.key, key));

/** The time of a claim tells it from the others of its key: one that takes over is at least `ABANDONED_MS` younger. */
const claimOf = (request: KeyedRequest, claimedAt: Date) =>
  and(rowOf(request), isNull(idempotencyKey.status), eq(idempotencyKey.createdAt, claimedAt));

/** What a stored answer is sealed for. */
const placeOf = ({ owner, key }: KeyedRequest) => `idempotency-key ${owner} ${key}`;

/** The earlier answer; or when this request claimed the key and must answer itself. */
async function claimOrWait(request: KeyedRequest): Promise<Answer | { claimedAt: Date }> {
  const { context, sealer, requestHash } = request;
  for (;;) {
    const claimedAt = context.now();
    if (await insertClaim(request, claimedAt)) return { claimedAt };
    const [row] = await context.db.select().from(idempotencyKey).where(rowOf(request));
    if (!row) continue;
    if (row.requestHash !== requestHash) throw new PlatformError("idempotency-key-reused");
    if (row.status !== null && row.body !== null) {
      const { status, contentType, body } = row;
      return { status, contentType: contentType ?? JSON_TYPE, body: sealer.open(body, placeOf(request)) };
    }
    if (await takeOver(request, claimedAt)) return { claimedAt };
    await delay(POLL_MS);
  }
}

async function insertClaim({ context, owner, key, requestHash }: KeyedRequest, claimedAt: Date): Promise<boolean> {
  const inserted = await context.db
    .insert(idempotencyKey)
    .values({ orgId: owner, key, requestHash, createdAt: claimedAt })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  return inserted.length > 0;
}

async function takeOver(request: KeyedRequest, claimedAt: Date): Promise<boolean> {
  const abandonedBefore = new Date(claimedAt.getTime() - ABANDONED_MS);
  const taken = await request.context.db
    .update(idempotencyKey)
    .set({ createdAt: claimedAt })
    .where(and(rowOf(request), isNull(idempotencyKey.status), lt(idempotencyKey.createdAt, abandonedBefore)))
    .returning({ key: idempotencyKey.key });
  return taken.length > 0;
}

async function runClaimed(request: KeyedRequest, claimedAt: Date, answer: () => Promise<Answer>): Promise<Answer> {
  const given = await forgettingFailure(request, claimedAt, answer);
  const { body } = given;
  if (typeof body === "string") {
    await storeAnswer(request, claimedAt, { ...given, body });
    return given;
  }
  const kept = new EventStream(async (send) => {
    const events = await forgettingFailure(request, claimedAt, () => body.run(send));
    await storeAnswer(request, claimedAt, { ...given, body: formatEvents(events) });
    return events;
  }, body.toFailureEvents);
  return { ...given, body: kept };
}

async function forgettingFailure<T>(request: KeyedRequest, claimedAt: Date, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    await request.context.db.delete(idempotencyKey).where(claimOf(request, claimedAt));
    throw error;
  }
}

/** What was asked for is done: when its answer cannot be stored it is given all the same, and the claim stays, so that a retry waits. */
async function storeAnswer(request: KeyedRequest, claimedAt: Date, answer: Answer & { body: string }): Promise<void> {
  const { context, sealer } = request;
  const { status, contentType, body } = answer;
  const stored = { status, contentType, body: sealer.seal(body, placeOf(request)) };
  const store = async () => void (await context.db.update(idempotencyKey).set(stored).where(claimOf(request, claimedAt)));
  try {
    await whileDatabaseIsAway(store, AbortSignal.timeout(STORE_WAIT_MS));
  } catch (error) {
    context.log.error({ err: loggableCause(error) }, "the answer to a request with an Idempotency-Key could not be stored");
  }
}

/** Forget the answers that are older than a day. */
export async function forgetOldAnswers(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, before));
}
