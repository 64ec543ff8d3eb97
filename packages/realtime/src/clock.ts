/** Times of commits and of what queries have seen: nanoseconds since the epoch, below 2^63, never the same twice. */
export interface Clock {
  /** A time after every one that was given or taken before. */
  tick(): bigint;
  /** Goes on from a time that a client names, unless it lies more than 60 s ahead: a client may be mistaken, or lie. */
  observe(ts: bigint): void;
  /** Goes on from a time that our own store names: another node's clock may be ahead. */
  lift(ts: bigint): void;
  /** The last time that was given or taken. */
  last(): bigint;
}

const NS_PER_MS = 1_000_000n;
const AHEAD_MAX_NS = 60_000n * NS_PER_MS;
/** The client compares times as signed numbers in places. */
const TS_END = 2n ** 63n;

/**
 * `lastTs` is the newest time that was stored (0 without one), so that time goes on where it was after a restart, even when the
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
