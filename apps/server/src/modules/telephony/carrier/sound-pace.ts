import { LeakyBucket } from "../../../platform/isolation/leaky-bucket.ts";
import { processStalls } from "./stall-clock.ts";

/** Sound may arrive in pieces of some seconds, or late, and then at once. More than this ahead of the time is dropped. */
const AHEAD_MAX_MS = 10_000;
/** More than this is a flood, and no caller's sound. */
const FLOOD_MS = 60_000;

/** What to do with sound that came over a websocket: pass it on, drop it, or end the connection. */
export type SoundVerdict = "in-time" | "ahead" | "flood";

/** Compares the sound of one connection with the time in which it can be spoken. */
export class SoundPace {
  readonly #soundMs = new LeakyBucket(1_000, performance.now(), processStalls.stalledMs);

  take(soundMs: number): SoundVerdict {
    const aheadMs = this.#soundMs.add(soundMs, performance.now(), processStalls.stalledMs);
    if (aheadMs > FLOOD_MS) return "flood";
    return aheadMs > AHEAD_MAX_MS ? "ahead" : "in-time";
  }
}

export const FLOOD_PROBLEM = "sound faster than it is spoken";
