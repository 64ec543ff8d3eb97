import type { StartProgress, StartStage } from "./call-events.ts";

export interface StageClock {
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** ISO 8601, UTC. */
  timestamp(): string;
}

/** Reports the steps of a start, and remembers the last one, so that a failure can say where it happened. */
export class StartStages {
  readonly #clock: StageClock;
  readonly #emit: (progress: StartProgress) => void;
  readonly #startedMs: number;
  current: StartStage = "initialization";

  constructor(clock: StageClock, emit: (progress: StartProgress) => void) {
    this.#clock = clock;
    this.#emit = emit;
    this.#startedMs = clock.nowMs();
  }

  /** Milliseconds since the start. */
  get totalMs(): number {
    return this.#clock.nowMs() - this.#startedMs;
  }

  /** Do one step; `describe` tells what came out of it. The step's failure is reported and thrown on. */
  async run<Result>(
    stage: StartStage,
    work: () => Promise<Result>,
    describe?: (result: Result) => Record<string, unknown>,
    metadata?: Record<string, unknown>,
  ): Promise<Result> {
    const startedMs = this.#clock.nowMs();
    this.current = stage;
    this.#report({ stage, status: "started" }, metadata);
    try {
      const result = await work();
      this.#report({ stage, status: "completed", duration: this.#clock.nowMs() - startedMs }, describe?.(result));
      return result;
    } catch (error) {
      const duration = this.#clock.nowMs() - startedMs;
      this.#report({ stage, status: "failed", duration }, { error: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  }

  /** A step with nothing to do. */
  skip(stage: StartStage, action: string): void {
    this.#report({ stage, status: "completed" }, { action });
  }

  #report(progress: Omit<StartProgress, "timestamp">, metadata?: Record<string, unknown>): void {
    this.#emit({ ...progress, timestamp: this.#clock.timestamp(), ...(metadata ? { metadata } : {}) });
  }
}
