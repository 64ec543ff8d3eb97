import type { LiveConnection } from "./live-client.ts";

/** A mutation without a response for this long on an open connection is lost. */
const STUCK_MS = 30_000;

/**
 * Detects a stuck client: after one invalid message it ignores all others, and only a new client helps. Time without a connection does
 * not count. `look` returns whether the client is stuck.
 */
export function createWatchdog() {
  let seen = { count: 0, sinceMs: 0, isConnected: false };
  return {
    look(nowMs: number, { isConnected, count, oldestMutationMs }: LiveConnection, isAnswered: boolean): boolean {
      if (!isConnected || !seen.isConnected || count !== seen.count) seen = { count, sinceMs: nowMs, isConnected };
      if (!isConnected) return false;
      const mutationSinceMs = Math.max(oldestMutationMs ?? nowMs, seen.sinceMs);
      return nowMs - mutationSinceMs > STUCK_MS || (!isAnswered && nowMs - seen.sinceMs > STUCK_MS);
    },
  };
}
