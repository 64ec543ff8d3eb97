import { CallFailure } from "./call-failure.ts";

/** From one attempt to reach a running call to the next. */
const PAUSES_MS = [500, 1_000, 2_000];
const PAUSE_MAX_MS = 4_000;

/** The wait after so many attempts that failed before this one. */
export function pauseAfterMs(attempts: number): number {
  return PAUSES_MS[attempts] ?? PAUSE_MAX_MS;
}

/** What a server that is busy, starting or out of reach for a moment comes to. */
const PASSING: ReadonlySet<string> = new Set([
  "room-unreachable",
  "room-library-unreachable",
  "server-refused",
  "call-host-unavailable",
  "database-unavailable",
  "rate-limited",
  "internal",
]);

/** May the same attempt succeed a little later? */
export function isPassing(error: unknown): boolean {
  return error instanceof CallFailure && PASSING.has(error.code);
}
