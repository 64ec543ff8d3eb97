import type { NowMs } from "../model/call-clock.ts";
import { FRAME_MS } from "./audio-format.ts";

/** Gets the number of due 10 ms frames: several after a stall. */
type Due = (frames: number) => void;

interface Subscriber {
  startedAtMs: number;
  frames: number;
  due: Due;
}

/** Half a frame: a frame leaves at most this late. */
const TICK_MS = FRAME_MS / 2;

/**
 * The clock of all calls' sound in a host: one timer counts each call's frames against the monotonic clock, so that they do not drift. The timer runs
 * only while there are subscribers.
 */
export class MediaClock {
  #now: NowMs;
  #subscribers = new Set<Subscriber>();
  #timer: NodeJS.Timeout | undefined;

  constructor(now: NowMs) {
    this.#now = now;
  }

  /** Frame 0 is due at once. Returns a function that stops it. */
  start(due: Due): () => void {
    const subscriber: Subscriber = { startedAtMs: this.#now(), frames: 0, due };
    this.#subscribers.add(subscriber);
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    return () => {
      this.#subscribers.delete(subscriber);
      if (this.#subscribers.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #tick(): void {
    const nowMs = this.#now();
    for (const subscriber of this.#subscribers) {
      const reached = Math.floor((nowMs - subscriber.startedAtMs) / FRAME_MS) + 1;
      const frames = reached - subscriber.frames;
      subscriber.frames = reached;
      if (frames > 0) subscriber.due(frames);
    }
  }
}
