const DEFAULT_MAX_DURATION_SECONDS = 600;
const DEFAULT_SILENCE_SECONDS = 30;

export interface CallLimitsOptions {
  maxDurationSeconds: number | undefined;
  silenceTimeoutSeconds: number | undefined;
  /** Whether anyone speaks, or is about to. */
  isBusy(): boolean;
  onMaxDuration(): void;
  onSilence(): void;
}

/** Ends calls that last too long, from its creation on, and calls in which nobody speaks, from `watchSilence` on. */
export class CallLimits {
  #options: CallLimitsOptions;
  #silenceMs: number;
  #durationTimer: NodeJS.Timeout;
  #silenceTimer: NodeJS.Timeout | undefined;

  constructor(options: CallLimitsOptions) {
    this.#options = options;
    this.#silenceMs = (options.silenceTimeoutSeconds ?? DEFAULT_SILENCE_SECONDS) * 1000;
    const maxDurationMs = (options.maxDurationSeconds ?? DEFAULT_MAX_DURATION_SECONDS) * 1000;
    this.#durationTimer = setTimeout(() => options.onMaxDuration(), maxDurationMs);
  }

  /** Caller and assistant can hear each other. */
  watchSilence(): void {
    this.#silenceTimer = setTimeout(() => this.#onQuiet(), this.#silenceMs);
  }

  /** Somebody began or ended to speak, or typed. */
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
