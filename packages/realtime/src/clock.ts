/** Unique times of commits and query snapshots: nanoseconds since the epoch, below 2^63. */
export interface Clock {
  /** A time after all earlier ones. */
  tick(): bigint;
  /** Advances to a client's time, unless it is more than 60 s ahead: a client may be wrong. */
  observe(ts: bigint): void;
  /** Advances to a time from the store, because another node's clock may be ahead. */
  lift(ts: bigint): void;
  /** The latest time. */
  last(): bigint;
}

const NS_PER_MS = 1_000_000n;
const AHEAD_MAX_NS = 60_000n * NS_PER_MS;
/** The client sometimes compares times as signed numbers. */
const TS_END = 2n ** 63n;

/**
 * `lastTs` is the newest stored time (0 without one), so that time continues after a restart, even if the
 * machine's clock was set back.
 */
export function createClock({ nowMs, lastTs = 0n }: { nowMs: () => number; lastTs?: bigint }): Clock {
  let last = lastTs;
  const wallNs = () => BigInt(Math.floor(nowMs())) * NS_PER_MS;
  const lift = (ts: bigint) => {
    if (ts > last && ts < TS_END) last = ts;
  };
  return {
    tick() {
      const wall = wallNs();
      last = wall > last ? wall : last + 1n;
      return last;
    },
    observe(ts) {
      if (ts <= wallNs() + AHEAD_MAX_NS) lift(ts);
    },
    lift,
    last: () => last,
  };
}
