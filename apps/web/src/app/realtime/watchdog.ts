import type { LiveConnection } from "./live-client.ts";

/** A mutation that is not answered for so long on a connection that stands will never be. */
const STUCK_MS = 30_000;

/**
 * Finds the connection that stands and is of no use: after one wrong message the client understands nothing more, and nothing but a new
 * client helps. What waits for a connection is not stuck: its time counts from when there was one. `look` answers whether it is stuck.
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
