const POLL_MS = 50;
const WINDOW_SAMPLES = 2_048;
/** Polls with sound going in and none coming out before it is given up: 2 s. */
const SILENT_POLLS_MAX = 40;

export interface SoundProofEvents {
  /** What goes in comes out. */
  onProven(): void;
  /** Sound goes in, and nothing comes out. */
  onSilent(): void;
}

/**
 * Looks whether sound comes through a chain of audio nodes, before anybody depends on it: a processor that failed to load is silent
 * for ever and tells nobody. While the microphone is silent nothing is decided.
 */
export class SoundProof {
  readonly #events: SoundProofEvents;
  readonly #context: BaseAudioContext;
  readonly #before: AnalyserNode;
  readonly #after: AnalyserNode;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(context: BaseAudioContext, events: SoundProofEvents) {
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

/** Anything but digital silence: the faintest noise of a room counts. */
function hasSound(analyser: AnalyserNode): boolean {
  const samples = new Float32Array(analyser.fftSize);
  analyser.getFloatTimeDomainData(samples);
  return samples.some((sample) => sample !== 0);
}
