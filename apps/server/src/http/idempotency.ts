import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { IDEMPOTENCY_HOURS, IDEMPOTENCY_KEY_MAX_CHARACTERS, PlatformError } from "@callwright/contract";
import { and, eq, isNull, lt } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { idempotencyKey } from "../db/schema.ts";
import type { ServerContext } from "../server-context.ts";
import type { AppContext } from "./app.ts";
import type { Caller } from "./caller.ts";

export interface Answer {
  status: number;
  /** JSON. */
  body: string;
}

/** A first request that has not answered for this long died with its server: the next one with its key takes over. */
const ABANDONED_MS = 60_000;
const POLL_MS = 50;

/**
 * Answer a POST, once per `Idempotency-Key`: the same request gets the first answer again, for a day; another request
 * with the key is refused; one that comes while the first still runs waits for it. Failures are not kept, so that a retry tries again.
 */
export async function answerOnce(
  c: AppContext,
  caller: Caller,
  bodyText: string,
  answer: () => Promise<Answer>,
  context: Pick<ServerContext, "db" | "now">,
): Promise<Answer> {
  const key = c.req.header("idempotency-key");
  if (key === undefined) return answer();
  if (key.length < 1 || key.length > IDEMPOTENCY_KEY_MAX_CHARACTERS) throw new PlatformError("idempotency-key-invalid");
  const owner = caller.kind === "org" ? caller.orgId : caller.userId;
  const url = new URL(c.req.url);
  const requestHash = createHash("sha256").update(`${c.req.method} ${url.pathname}${url.search}\n${bodyText}`).digest("hex");
  const claim = { db: context.db, owner, key, requestHash, now: context.now };

  const earlier = await claimOrWait(claim);
  if (earlier) {
    c.header("Idempotent-Replayed", "true");
    return earlier;
  }
  return runClaimed(claim, answer);
}

interface Claim {
  db: Database;
  /** Organisation, or user when the caller has none. */
  owner: string;
  key: string;
  requestHash: string;
  now: () => Date;
}

const rowOf = ({ owner, key }: Claim) => and(eq(idempotencyKey.orgId, owner), eq(idempotencyKey.key, key));

/** The earlier answer, or undefined when this request holds the key now and must answer itself. */
async function claimOrWait(claim: Claim): Promise<Answer | undefined> {
  for (;;) {
    if (await insertClaim(claim)) return undefined;
    const [row] = await claim.db.select().from(idempotencyKey).where(rowOf(claim));
    if (!row) continue;
    if (row.requestHash !== claim.requestHash) throw new PlatformError("idempotency-key-reused");
    if (row.status !== null && row.body !== null) return { status: row.status, body: row.body };
    if (await takeOver(claim)) return undefined;
    await delay(POLL_MS);
  }
}

async function insertClaim({ db, owner, key, requestHash, now }: Claim): Promise<boolean> {
  const inserted = await db
    .insert(idempotencyKey)
    .values({ orgId: owner, key, requestHash, createdAt: now() })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  return inserted.length > 0;
}

async function takeOver(claim: Claim): Promise<boolean> {
  const abandonedBefore = new Date(claim.now().getTime() - ABANDONED_MS);
  const taken = await claim.db
    .update(idempotencyKey)
    .set({ createdAt: claim.now() })
    .where(and(rowOf(claim), isNull(idempotencyKey.status), lt(idempotencyKey.createdAt, abandonedBefore)))
    .returning({ key: idempotencyKey.key });
  return taken.length > 0;
}

async function runClaimed(claim: Claim, answer: () => Promise<Answer>): Promise<Answer> {
  try {
    const given = await answer();
    await claim.db.update(idempotencyKey).set(given).where(rowOf(claim));
    return given;
  } catch (error) {
    await claim.db.delete(idempotencyKey).where(rowOf(claim));
    throw error;
  }
}

/** Forget the answers that are older than a day. */
export async function forgetOldAnswers(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - IDEMPOTENCY_HOURS * 3_600_000);
  await db.delete(idempotencyKey).where(lt(idempotencyKey.createdAt, before));
}
