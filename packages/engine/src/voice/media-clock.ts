import { FRAME_MS } from "./audio-format.ts";
import type { NowMs } from "./call-clock.ts";

/** Told how many 10 ms frames are due since its start; more than one after a stall, never too many. */
type Due = (frames: number) => void;

interface Subscriber {
  startedAtMs: number;
  frames: number;
  due: Due;
}

/** Half a frame: a frame leaves at most this late. */
const TICK_MS = FRAME_MS / 2;

/**
 * The pulse of all calls of a host: one timer, each call's frames counted against the monotonic clock, so that nothing drifts.
 * The timer runs only while somebody listens.
 */
export class MediaClock {
  #now: NowMs;
  #subscribers = new Set<Subscriber>();
  #timer: NodeJS.Timeout | undefined;

  constructor(now: NowMs) {
    this.#now = now;
  }

  /** Frame 0 is due at once. Returns how to stop. */
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
