import { monitorEventLoopDelay } from "node:perf_hooks";

const RESOLUTION_MS = 20;
const NS_PER_MS = 1e6;
/** How often the delay is sampled. */
export const LOOP_SAMPLE_MS = 500;
const SAMPLES_KEPT = 6;

/** Intervals between the turns of an event loop, in nanoseconds, since the last `reset`. Of an empty one, `mean` is NaN. */
export interface LoopIntervals {
  readonly mean: number;
  reset(): void;
}

/**
 * How late the event loop of this process is: the work of all calls and requests stands in line there. A single stall, as a garbage
 * collection makes, is no overload: a delay counts when each of several samples in a row has it.
 */
export class LoopDelay {
  readonly #intervals: LoopIntervals;
  /** Mean delays, the newest first. */
  #samplesMs: number[] = [];

  constructor(intervals: LoopIntervals) {
    this.#intervals = intervals;
  }

  /** Takes a sample, every `LOOP_SAMPLE_MS`. */
  sample(): void {
    const { mean } = this.#intervals;
    // Without a sample, because the loop stood still: the next sample includes that time.
    if (Number.isNaN(mean)) return;
    this.#samplesMs = [Math.max(0, mean / NS_PER_MS - RESOLUTION_MS), ...this.#samplesMs].slice(0, SAMPLES_KEPT);
    this.#intervals.reset();
  }

  /** The delay of the last second, in milliseconds. */
  get recentMs(): number {
    return this.#steadyMs(2);
  }

  /** The delay of the last 3 s, in milliseconds. It does not decay by itself. */
  get lastingMs(): number {
    return this.#steadyMs(SAMPLES_KEPT);
  }

  #steadyMs(samples: number): number {
    return this.#samplesMs.length < samples ? 0 : Math.min(...this.#samplesMs.slice(0, samples));
  }
}

/** Measures the event loop of this process from now on. Keeps no process alive. */
export function watchLoopDelay(): { delay: LoopDelay; stop: () => void } {
  const intervals = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  intervals.enable();
  const delay = new LoopDelay(intervals);
  const timer = setInterval(() => delay.sample(), LOOP_SAMPLE_MS).unref();
  return {
    delay,
    stop() {
      clearInterval(timer);
      intervals.disable();
    },
  };
}
