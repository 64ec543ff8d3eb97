import { createHmac } from "node:crypto";
import { ATTEMPT_LIMITS, type AttemptLimit, type AttemptLimitName, PlatformError } from "@callwright/contract";
import { and, gt, inArray, isNull, lt, lte, max, or, sql } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { attempt } from "./tables.ts";

/** One attempt that a limit counts: which limit, and for whom. */
export interface Attempt {
  limit: AttemptLimitName;
  /** An e-mail address, an IP address, a person's id. Only its hash is kept. */
  of: string;
}

/** `hashKey` hashes the address or account of an attempt, so that the rows do not reveal it. */
export function createAttempts(db: Database, hashKey: string, now: () => Date) {
  const keyOf = ({ limit, of }: Attempt) => `${limit}:${createHmac("sha256", hashKey).update(of).digest("base64url")}`;

  /** When the last of these locks ends; undefined if there is no lock. Read first, so that a locked-out client writes nothing. */
  async function lockedUntil(
    attempts: readonly Attempt[],
    at: Date,
  ): Promise<{ limit: AttemptLimitName; until: Date } | undefined> {
    const keys = new Map(attempts.map((each) => [keyOf(each), each.limit]));
    const locked = await db
      .select({ key: attempt.key, until: max(attempt.lockedUntil) })
      .from(attempt)
      .where(and(inArray(attempt.key, [...keys.keys()]), gt(attempt.lockedUntil, at)))
      .groupBy(attempt.key)
      .orderBy(sql`2 desc`)
      .limit(1);
    const [last] = locked;
    const limit = last && keys.get(last.key);
    return limit && last.until ? { limit, until: last.until } : undefined;
  }

  /** False when it was locked. One statement: of two at the same moment the second sees the first. */
  async function count(key: string, { attempts, windowSeconds, lockSeconds }: AttemptLimit, at: Date): Promise<boolean> {
    const windowStart = new Date(at.getTime() - windowSeconds * 1000);
    const lockEnd = new Date(at.getTime() + lockSeconds * 1000);
    // `setWhere` excludes a running lock, so an expired one starts again.
    const isOver = sql`(${attempt.since} <= ${windowStart} or ${attempt.lockedUntil} is not null)`;
    const next = sql`case when ${isOver} then 1 else ${attempt.count} + 1 end`;
    const counted = await db
      .insert(attempt)
      .values({ key, count: 1, since: at, lockedUntil: attempts === 1 ? lockEnd : null })
      .onConflictDoUpdate({
        target: attempt.key,
        set: {
          count: next,
          since: sql`case when ${isOver} then ${at}::timestamptz else ${attempt.since} end`,
          lockedUntil: sql`case when ${next} >= ${attempts}::int then ${lockEnd}::timestamptz end`,
        },
        setWhere: sql`${attempt.lockedUntil} is null or ${attempt.lockedUntil} <= ${at}`,
      })
      .returning({ count: attempt.count });
    return counted.length > 0;
  }

  /** Uncounts successful attempts, if only failures count, and removes the lock that the last one started. */
  async function undo(attempts: readonly Attempt[]): Promise<void> {
    if (attempts.length === 0) return;
    await db
      .update(attempt)
      .set({ count: sql`greatest(${attempt.count} - 1, 0)`, lockedUntil: null })
      .where(inArray(attempt.key, attempts.map(keyOf)));
  }

  return {
    /**
     * Counts before the attempt, so that of many simultaneous attempts no more than the limit succeed. Fails with `too-many-attempts` if one of them
     * is over its limit, and then counts nothing.
     */
    async take(attempts: readonly Attempt[]) {
      if (attempts.length === 0) return;
      const at = now();
      const locked = await lockedUntil(attempts, at);
      if (locked) throw tooMany(locked.limit, locked.until, at);
      const taken: Attempt[] = [];
      for (const each of attempts) {
        const limit = ATTEMPT_LIMITS[each.limit];
        if (await count(keyOf(each), limit, at)) {
          taken.push(each);
          continue;
        }
        await undo(taken);
        const since = await lockedUntil([each], at);
        throw tooMany(each.limit, since?.until ?? new Date(at.getTime() + limit.lockSeconds * 1000), at);
      }
    },
    undo,
  };
}

/** How often something was tried lately, counted in the database, for all nodes together. */
export type Attempts = ReturnType<typeof createAttempts>;

/** Counts and refuses nothing: for tests that sign in more often than people do. */
export const UNLIMITED_ATTEMPTS: Attempts = { take: async () => {}, undo: async () => {} };

/** No window and no lock is longer. */
const KEPT_SECONDS = 2 * 3600;

/** Removes attempts that no longer count. */
export async function forgetOldAttempts(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_SECONDS * 1000);
  await db.delete(attempt).where(and(lt(attempt.since, before), or(isNull(attempt.lockedUntil), lte(attempt.lockedUntil, now))));
}

/** What was tried too often, and what to do instead of waiting. The text is the same whether or not the account exists. */
const SIGN_IN = {
  what: "sign in",
  instead: ", sign in on a device where you have signed in before, or reset your password",
};
const MAIL = { what: "have a mail sent", instead: ", and look for the mails already sent, among the spam too" };
const WORDS: Record<AttemptLimitName, { what: string; instead: string }> = {
  signInByAccountAndAddress: SIGN_IN,
  signInByAccount: SIGN_IN,
  signInByAddress: SIGN_IN,
  signInByDevice: { what: "sign in", instead: ", or reset your password" },
  passwordByPerson: { what: "give your password", instead: ", or reset it" },
  signUpByAddress: { what: "sign up from your network", instead: "" },
  mailByMailbox: MAIL,
  mailByAddress: MAIL,
  deviceCodeByAddress: { what: "connect a device from your network", instead: "" },
  devicePollByAddress: { what: "fetch a device's token from your network", instead: "" },
  userCodeByAddress: { what: "enter a device's code", instead: ", with the code the device shows then" },
  userCodeByPerson: { what: "enter a device's code", instead: ", with the code the device shows then" },
  userTokenByPerson: { what: "fetch a token", instead: ", and use one for as long as it lives" },
  orgTokenByPerson: { what: "fetch an organization's token", instead: ", and use one for as long as it lives" },
  wrongTokenByAddress: { what: "use an API token that does not exist", instead: ", with one that does" },
  restoreCodeByAddress: { what: "enter the code of a restore", instead: "" },
  voicePreviewByOrg: { what: "hear a provider's voices", instead: "" },
};

function tooMany(limit: AttemptLimitName, until: Date, at: Date): PlatformError {
  const retryAfterSeconds = Math.max(1, Math.ceil((until.getTime() - at.getTime()) / 1000));
  return new PlatformError("too-many-attempts", { ...WORDS[limit], wait: inWords(retryAfterSeconds), retryAfterSeconds });
}

function inWords(seconds: number): string {
  const [amount, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}
