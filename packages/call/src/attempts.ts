import { CallFailure } from "./call-failure.ts";

/** Delays between attempts to rejoin a running call. */
const PAUSES_MS = [500, 1_000, 2_000];
const PAUSE_MAX_MS = 4_000;

/** The wait after this many failed attempts. */
export function pauseAfterMs(attempts: number): number {
  return PAUSES_MS[attempts] ?? PAUSE_MAX_MS;
}

/** Codes of temporary failures: the server is busy, starting or unreachable. */
const PASSING: ReadonlySet<string> = new Set([
  "room-unreachable",
  "room-library-unreachable",
  "server-refused",
  "call-host-unavailable",
  "database-unavailable",
  "rate-limited",
  "internal",
]);

/** The failure is temporary, so a retry can succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof CallFailure && PASSING.has(error.code);
}
