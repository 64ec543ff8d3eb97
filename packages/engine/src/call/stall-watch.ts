import { LOST_CALLER_TIMEOUT_MS } from "@callwright/contract";
import type { NowMs } from "../model/call-clock.ts";
import type { Departure } from "./caller-line.ts";

/** Most callers hang up after this much silence. */
const STALL_MS = 5_000;
/** Events of a stall arrive right after it. */
const ARRIVAL_MS = 2_000;

/** Detects that this process stalled so long that callers had to leave, as on an overloaded machine. */
export class StallWatch {
  #now: NowMs;
  #lastTickMs: number;
  #stalledUntilMs = Number.NEGATIVE_INFINITY;

  constructor(now: NowMs) {
    this.#now = now;
    this.#lastTickMs = now();
  }

  /** Call it with every tick of the media clock. */
  tick(): void {
    const nowMs = this.#now();
    if (nowMs - this.#lastTickMs >= STALL_MS) this.#stalledUntilMs = nowMs;
    this.#lastTickMs = nowMs;
  }

  /** Did a stall of this process cause the departure that was just noticed? */
  explains(departure: Departure): boolean {
    // The departure may arrive before the first tick after the stall.
    this.tick();
    return this.#now() - this.#stalledUntilMs <= (departure === "lost" ? LOST_CALLER_TIMEOUT_MS : ARRIVAL_MS);
  }
}
