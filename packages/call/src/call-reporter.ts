import type { DailyEventObjectCameraError } from "@daily-co/daily-js";
import type { CallEvents, StartProgress } from "./call-events.ts";
import { type CallError, type CallErrorType, describeError, type ReconnectContext, type StartContext } from "./call-failure.ts";
import type { StageClock, StartStages } from "./start-stages.ts";

export type EmitCallEvent = <Name extends keyof CallEvents>(event: Name, ...args: CallEvents[Name]) => void;

/** Emits the events of a call, with every error in one shape. */
export class CallReporter {
  readonly emit: EmitCallEvent;
  readonly #clock: StageClock;

  constructor(clock: StageClock, emit: EmitCallEvent) {
    this.#clock = clock;
    this.emit = emit;
  }

  progress({ duration, ...progress }: Omit<StartProgress, "timestamp">): void {
    // Pages show durations as they are.
    const whole = duration === undefined ? {} : { duration: Math.round(duration) };
    this.emit("call-start-progress", { ...progress, ...whole, timestamp: this.#clock.timestamp() });
  }

  error(type: CallErrorType, stage: string, error: unknown, more?: Pick<CallError, "totalDuration" | "context">): void {
    this.emit("error", this.#payload(type, stage, error, more));
  }

  /** The microphone's volume can no longer be measured. */
  localLevelFailed(error: unknown): void {
    this.emit("local-audio-level-observer-error", this.#payload("local-audio-level-observer-error", "call", error));
  }

  /** A device cannot be used. `event` is Daily's: its fields stay, beside those that all errors have. */
  cameraError(failure: unknown, event: Partial<DailyEventObjectCameraError> = {}): void {
    const payload = this.#payload("camera-error", "call", failure);
    const error = { ...event.error, ...payload.error };
    this.emit("camera-error", { errorMsg: { errorMsg: payload.error.message }, ...event, ...payload, error });
  }

  succeeded(stages: StartStages, callId: string): void {
    this.emit("call-start-success", { callId, totalDuration: stages.totalMs, timestamp: this.#clock.timestamp() });
  }

  /** A start failed in its current stage. */
  startFailed(stages: StartStages, error: unknown, context: StartContext): void {
    const { current: stage, totalMs: totalDuration } = stages;
    const errorType = ERROR_OF_STAGE[stage];
    if (errorType) this.error(errorType, stage, error, { totalDuration });
    this.#failed(stage, totalDuration, error, context);
    this.error("start-method-error", stage, error, { totalDuration, context });
  }

  reconnectFailed({ totalMs: totalDuration }: StartStages, error: unknown, context: ReconnectContext): void {
    this.#failed("reconnect", totalDuration, error, context);
    this.error("reconnect-error", "reconnect", error, { totalDuration, context });
  }

  #failed(
    stage: CallEvents["call-start-failed"][0]["stage"],
    totalDuration: number,
    failure: unknown,
    context: StartContext | ReconnectContext,
  ): void {
    const { message: error, code, stack: errorStack } = describeError(failure);
    const timestamp = this.#clock.timestamp();
    this.emit("call-start-failed", {
      stage,
      totalDuration,
      error,
      code,
      timestamp,
      context,
      ...(errorStack ? { errorStack } : {}),
    });
  }

  #payload(type: CallErrorType, stage: string, error: unknown, more: Partial<CallError> = {}): CallError {
    return { type, stage, error: describeError(error), timestamp: this.#clock.timestamp(), ...more };
  }
}

const ERROR_OF_STAGE: Partial<Record<StartStages["current"], CallErrorType>> = {
  "daily-call-object-creation": "daily-call-object-creation-error",
  "daily-call-join": "daily-call-join-error",
};
