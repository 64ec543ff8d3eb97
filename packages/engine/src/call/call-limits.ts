import { ASSISTANT_DEFAULTS } from "@callwright/contract";

export interface CallLimitsOptions {
  maxDurationSeconds?: number | undefined;
  silenceTimeoutSeconds?: number | undefined;
  /** Does caller or assistant speak, or prepare to speak? */
  isBusy(): boolean | undefined;
  onMaxDuration(): void;
  onSilence(): void;
}

/** Limits the duration of a call, from creation, and its silence, from `watchSilence`. */
export class CallLimits {
  #options: CallLimitsOptions;
  #silenceMs: number;
  #durationTimer: NodeJS.Timeout;
  #silenceTimer: NodeJS.Timeout | undefined;

  constructor(options: CallLimitsOptions) {
    this.#options = options;
    this.#silenceMs = (options.silenceTimeoutSeconds ?? ASSISTANT_DEFAULTS.silenceTimeoutSeconds) * 1000;
    const maxDurationMs = (options.maxDurationSeconds ?? ASSISTANT_DEFAULTS.maxDurationSeconds) * 1000;
    this.#durationTimer = setTimeout(() => options.onMaxDuration(), maxDurationMs);
  }

  /** Caller and assistant can hear each other. */
  watchSilence(): void {
    this.#silenceTimer = setTimeout(() => this.#onQuiet(), this.#silenceMs);
  }

  /** Caller or assistant began or stopped speaking, or the caller typed or returned. */
  touch(): void {
    this.#silenceTimer?.refresh();
  }

  #onQuiet(): void {
    if (this.#options.isBusy()) this.#silenceTimer?.refresh();
    else this.#options.onSilence();
  }

  stop(): void {
    clearTimeout(this.#durationTimer);
    clearTimeout(this.#silenceTimer);
  }
}
