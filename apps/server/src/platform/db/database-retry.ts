import { setTimeout as delay } from "node:timers/promises";

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 2000;

/** SQLSTATE classes and codes of a database that is away for a while: connection, shutdown, start-up, too many clients, disk or memory full. */
const AWAY_STATES = /^(08...|57P0[1-3]|53[123]00)$/;
const AWAY_CODES = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"]);
/** Messages of failures without a code. */
const AWAY_MESSAGES =
  /connection terminated|could not fork|canceling authentication due to timeout|timeout exceeded when trying to connect|client has encountered a connection error/i;

/** The codes of a full disk: the database's (53100), and this machine's. */
const FULL_CODES = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** Is there no room left, in the database or on the disk? Looks through drizzle's wrapper. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (typeof code === "string" && FULL_CODES.has(code)) || isStorageFull(error.cause);
}

const QUERY_CANCELED = "57014";

/** Is the database away, so that the same statement may work a moment later? Looks through drizzle's wrapper. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === "string" && (AWAY_STATES.test(code) || AWAY_CODES.has(code))) return true;
  return AWAY_MESSAGES.test(error.message) || isDatabaseAway(error.cause);
}

/** PostgreSQL ended the statement: it ran longer than `connectDatabase` allows. Looks through drizzle's wrapper. */
export function isStatementTimeout(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === QUERY_CANCELED || isStatementTimeout(error.cause);
}

/** The part of a failure that may be logged: drizzle's message contains the values of the statement, such as prompts and transcripts. */
export function loggableCause(error: unknown): unknown {
  if (!(error instanceof Error) || !("params" in error)) return error;
  const { code, message } = (error.cause ?? {}) as { code?: string; message?: string };
  return { code, message };
}

/**
 * Runs `statement` until the database answers, waiting 0.1 s and then up to 2 s between attempts.
 * Any other failure, and every failure after `signal` aborted, is thrown.
 */
export async function whileDatabaseIsAway<T>(statement: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let waitMs = FIRST_DELAY_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_DELAY_MS)) {
    try {
      return await statement();
    } catch (error) {
      if (signal.aborted || !isDatabaseAway(error)) throw error;
      await delay(waitMs, undefined, { signal }).catch(() => {});
    }
  }
}
