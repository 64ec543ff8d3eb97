import type { Schedule } from "../speaking-detector.ts";

/** A clock that a test moves. */
export class FakeTime {
  nowMs = 0;
  #timers: { atMs: number; callback: () => void }[] = [];

  /** Timers that have neither run nor been cancelled. */
  get pending(): number {
    return this.#timers.length;
  }

  readonly schedule: Schedule = (callback, delayMs) => {
    const timer = { atMs: this.nowMs + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  advance(durationMs: number): void {
    this.nowMs += durationMs;
    const due = this.#timers.filter(({ atMs }) => atMs <= this.nowMs);
    this.#timers = this.#timers.filter((timer) => !due.includes(timer));
    for (const { callback } of due) callback();
  }
}
