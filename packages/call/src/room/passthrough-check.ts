const POLL_MS = 50;
const WINDOW_SAMPLES = 2_048;
/** Polls with input but without output before the check fails: 2 s. */
const SILENT_POLLS_MAX = 40;

export interface PassthroughCheckEvents {
  /** The output has sound. */
  onProven(): void;
  /** The input has sound and the output does not. */
  onSilent(): void;
}

/**
 * Checks that audio passes through a chain of nodes before it is used, because a processor that failed to load is silent
 * without an error. Undecided while the microphone is silent.
 */
export class PassthroughCheck {
  readonly #events: PassthroughCheckEvents;
  readonly #context: BaseAudioContext;
  readonly #before: AnalyserNode;
  readonly #after: AnalyserNode;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(context: BaseAudioContext, events: PassthroughCheckEvents) {
    this.#events = events;
    this.#context = context;
    this.#before = new AnalyserNode(context, { fftSize: WINDOW_SAMPLES });
    this.#after = new AnalyserNode(context, { fftSize: WINDOW_SAMPLES });
  }

  start(first: AudioNode, last: AudioNode): void {
    this.stop();
    first.connect(this.#before);
    last.connect(this.#after);
    let silentPolls = 0;
    this.#timer = setInterval(() => {
      if (this.#context.state !== "running") return;
      if (hasSound(this.#after)) return this.#decide(first, last, this.#events.onProven);
      if (hasSound(this.#before)) silentPolls += 1;
      if (silentPolls > SILENT_POLLS_MAX) this.#decide(first, last, this.#events.onSilent);
    }, POLL_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #decide(first: AudioNode, last: AudioNode, tell: () => void): void {
    this.stop();
    first.disconnect(this.#before);
    last.disconnect(this.#after);
    tell();
  }
}

/** Anything but digital silence, even faint room noise. */
function hasSound(analyser: AnalyserNode): boolean {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  return samples.some((sample) => sample !== 0);
}
