import type { StartProgress, StartStage } from "./call-events.ts";

export interface StageClock {
  /** Monotonic milliseconds. */
  nowMs(): number;
  /** ISO 8601, UTC. */
  timestamp(): string;
}

type Metadata = Record<string, unknown>;

/** Reports the stages of a start, and keeps the last one, so that a failure can name it. */
export class StartStages {
  readonly #clock: StageClock;
  readonly #report: (progress: Omit<StartProgress, "timestamp">) => void;
  readonly #startedMs: number;
  current: StartStage = "initialization";

  constructor(clock: StageClock, report: (progress: Omit<StartProgress, "timestamp">) => void) {
    this.#clock = clock;
    this.#report = report;
    this.#startedMs = clock.nowMs();
  }

  /** Whole milliseconds since the start. */
  get totalMs(): number {
    return Math.round(this.#clock.nowMs() - this.#startedMs);
  }

  /** Runs a stage. `describe` returns its metadata. A failure is reported and rethrown. */
  async run<Result>(
    stage: StartStage,
    work: () => Promise<Result>,
    describe?: (result: Result) => Metadata,
    metadata?: Metadata,
  ): Promise<Result> {
    const startedMs = this.#clock.nowMs();
    this.started(stage, metadata);
    try {
      const result = await work();
      this.#report({ stage, status: "completed", duration: this.#clock.nowMs() - startedMs, ...metadataOf(describe?.(result)) });
      return result;
    } catch (error) {
      const duration = this.#clock.nowMs() - startedMs;
      const message = error instanceof Error ? error.message : String(error);
      this.#report({ stage, status: "failed", duration, metadata: { error: message } });
      throw error;
    }
  }

  started(stage: StartStage, metadata?: Metadata): void {
    this.current = stage;
    this.#report({ stage, status: "started", ...metadataOf(metadata) });
  }

  /** A stage that was skipped, or that ended by itself after `duration` milliseconds. */
  completed(stage: StartStage, metadata: Metadata, duration = 0): void {
    this.#report({ stage, status: "completed", duration, metadata });
  }
}

function metadataOf(metadata: Metadata | undefined): { metadata?: Metadata } {
  return metadata ? { metadata } : {};
}
