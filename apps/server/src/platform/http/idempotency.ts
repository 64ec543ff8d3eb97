import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { IDEMPOTENCY_HOURS, IDEMPOTENCY_KEY_MAX_CHARACTERS, PlatformError } from "@callwright/contract";
import { lt } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { sealerOf } from "../secrets/sealed-text.ts";
import type { AppContext } from "./app.ts";
import type { Caller } from "./caller.ts";
import { clientAddress } from "./client-address.ts";
import { EventStream, formatEvents } from "./event-stream.ts";
import type { HttpContext } from "./http-context.ts";
import {
  type Claim,
  claimKey,
  findKey,
  type KeyedRequest,
  openBody,
  storeAnswer,
  takeOverKey,
  whileClaimed,
} from "./idempotency-claim.ts";
import { idempotencyKey } from "./tables.ts";
import { createUsageCounter } from "./usage-counter.ts";
import { hashVisitorAddress } from "./visitor-address.ts";

export interface RouteAnswer {
  status: number;
  contentType: string;
  body: string | EventStream;
  /** The body is not kept for retries. Default false. */
  isUnreplayed?: boolean;
}

const unreplayed = new WeakSet<object>();

/** Marks the answer of a handler, whose body is then not kept for retries with the same `Idempotency-Key`. */
export function withoutReplay<Answered extends object>(answered: Answered): Answered {
  unreplayed.add(answered);
  return answered;
}

export const isUnreplayed = (answered: unknown): boolean =>
  typeof answered === "object" && answered !== null && unreplayed.has(answered);

/** Replaces a body that is not kept. */
const NOT_KEPT = JSON.stringify({
  statusCode: 409,
  error: "Conflict",
  message: "The request was answered before, and nothing of the answer is stored. Send it with a new Idempotency-Key.",
});

export const JSON_TYPE = "application/json; charset=utf-8";

const FIRST_POLL_MS = 50;
const LONGEST_POLL_MS = 1_000;
/** Maximum requests of one owner that wait for the first one with their key: each polls the database, and no visitor limit has counted it yet. */
const MAX_WAITING = 20;
const RETRY_AFTER_SECONDS = 2;

/** Counted by owner. Owners are unique, so servers of one process share no counts. */
const waiting = createUsageCounter();

/**
 * Answers a POST once per `Idempotency-Key`: the same request gets the first answer again, for a day; another request with the key is refused; a
 * request that arrives while the first one runs waits for it, or is refused with `idempotency-key-busy`. Failures are not kept, so that a retry runs
 * again. The signal of `answer` aborts if the client disconnects, but never with a key, because the client may ask again. A stream is kept with all
 * its words, in few events.
 */
export async function answerOnce(
  c: AppContext,
  caller: Caller,
  bodyText: string,
  answer: (signal: () => AbortSignal) => Promise<RouteAnswer>,
  context: KeyedRequest["context"] & Pick<HttpContext, "config">,
): Promise<RouteAnswer> {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return answer(() => c.req.raw.signal);
  if (key.length < 1 || key.length > IDEMPOTENCY_KEY_MAX_CHARACTERS) throw new PlatformError("idempotency-key-invalid");
  const owner = ownerOf(caller, () => hashVisitorAddress(clientAddress(c, context.config), context.secrets.visitors));
  const url = new URL(c.req.url);
  const requestHash = createHash("sha256").update(`${c.req.method} ${url.pathname}${url.search}\n${bodyText}`).digest("hex");
  const sealer = sealerOf(context.secrets);

  const held = await claimOrWait({ context, sealer, owner, key, requestHash }, c.req.raw.signal);
  if ("times" in held) return runClaimed(held, () => answer(() => new AbortController().signal));
  c.header("Idempotent-Replayed", "true");
  return held;
}

/**
 * Each API token and each key set has its own keys, so that a holder never gets the answer of another one. A public token is known to everybody, so
 * its visitors are distinguished by their address.
 */
function ownerOf(caller: Caller, visitor: () => string): string {
  if (caller.kind === "user") return caller.userId;
  if (caller.tag === "public" && caller.apiToken) return `${caller.apiToken.id} ${visitor()}`;
  return caller.apiToken?.id ?? caller.keySet?.id ?? caller.orgId;
}

/** The earlier answer; or when this request claimed the key and must answer itself. `signal` aborts when the client goes away. */
async function claimOrWait(request: KeyedRequest, signal: AbortSignal): Promise<RouteAnswer | Claim> {
  return (await claimOrReplay(request)) ?? (await waitForFirst(request, signal));
}

/** Undefined while the first request with the key is running. */
async function claimOrReplay(request: KeyedRequest): Promise<RouteAnswer | Claim | undefined> {
  const row = await findKey(request);
  // Without a claim, another request was faster and has a row now.
  if (!row) return claimKey(request);
  if (row.requestHash !== request.requestHash) throw new PlatformError("idempotency-key-reused");
  if (row.status === null || row.body === null) return takeOverKey(request, row);
  const { status, contentType, body } = row;
  return { status, contentType: contentType ?? JSON_TYPE, body: openBody(request, body) };
}

async function waitForFirst(request: KeyedRequest, signal: AbortSignal): Promise<RouteAnswer | Claim> {
  if (waiting.count(request.owner) >= MAX_WAITING) throw keyBusy();
  const stopWaiting = waiting.acquire(request.owner);
  try {
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(pollMs * 2, LONGEST_POLL_MS)) {
      await delay(pollMs, undefined, { signal }).catch(() => {
        throw keyBusy();
      });
      const held = await claimOrReplay(request);
      if (held) return held;
    }
  } finally {
    stopWaiting();
  }
}

function keyBusy(): PlatformError {
  return new PlatformError("idempotency-key-busy", { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

async function runClaimed(claim: Claim, answer: () => Promise<RouteAnswer>): Promise<RouteAnswer> {
  const given = await whileClaimed(claim, answer);
  const { body } = given;
  if (typeof body === "string") {
    await storeAnswer(claim, given.isUnreplayed ? { status: 409, contentType: JSON_TYPE, body: NOT_KEPT } : { ...given, body });
    return given;
  }
  const kept = new EventStream(async (send) => {
    const events = await whileClaimed(claim, () => body.run(send));
    await storeAnswer(
      claim,
      isUnreplayed(body) ? { status: 409, contentType: JSON_TYPE, body: NOT_KEPT } : { ...given, body: formatEvents(events) },
    );
    return events;
  }, body.toFailureEvents);
  return { ...given, body: kept };
}

/** Forget the answers that are older than a day. */
export async function forgetOldAnswers(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, before));
}
