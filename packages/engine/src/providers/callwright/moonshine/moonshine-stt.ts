import { type APIConnectOptions, inference, stt, type VADEvent, VADEventType } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "./load-model.ts";
import { Recognizer } from "./recognizer.ts";
import { Utterance } from "./utterance.ts";

const DETECTOR_WINDOW_SAMPLES = 512;
/** Words of unfinished speech are recognized this often: at 500 ms they cost 15 % of a core while the caller speaks. */
const PARTIAL_EVERY_SECONDS = 0.5;
/** A pause of this length starts the final recognition, so that its words are there when the detector decides that the speech has ended. */
const EARLY_PAUSE_MS = 96;
/** A long utterance is recognized in parts: at the first pause after this time, or at the latest one. A decode of 28 s takes a second. */
const PART_SECONDS = 15;
const PART_MAX_SECONDS = 25;

/** The recognizer that all calls of the process share. */
export const sharedRecognizer = new Recognizer();

/**
 * Moonshine as a streaming STT. A voice activity detector cuts the call into utterances.
 *
 * ```
 *   quiet ── speech begins ──▶ speaking ── every 0.5 s ──▶ interim words
 *                                 │ ▲
 *                           pause ▼ │ speech goes on: its words are dropped
 *                            recognizing ── detector: end of speech ──▶ final words
 * ```
 * A failing decode emits a recoverable `error` event; recognition continues with the next utterance.
 */
export class MoonshineStt extends stt.STT {
  override label = "callwright.moonshine";
  readonly detector = new inference.VAD({ model: "silero" });
  readonly recognizer: Recognizer;

  constructor(recognizer: Recognizer = sharedRecognizer) {
    super({ streaming: true, interimResults: true });
    this.recognizer = recognizer;
  }

  override get model(): string {
    return "moonshine-tiny";
  }

  override get provider(): string {
    return "callwright";
  }

  protected override _recognize(): Promise<stt.SpeechEvent> {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): stt.SpeechStream {
    return new MoonshineStream(this, options?.connOptions);
  }
}

/** The utterance that is being spoken. */
interface Current {
  utterance: Utterance;
  /** Seconds of sound at which interim words are due. */
  partialAtSeconds: number;
  /** Recognition of the whole utterance, begun in a pause. */
  early?: { text: Promise<string>; cancel: () => void } | undefined;
}

class MoonshineStream extends stt.SpeechStream {
  override label = "callwright.moonshine.stream";
  readonly #stt: MoonshineStt;
  #current: Current | undefined;
  #inputEndsAtSample = Number.POSITIVE_INFINITY;
  /** Keeps final words in the order of speech. */
  #lastResult: Promise<void> = Promise.resolve();

  constructor(owner: MoonshineStt, connOptions?: APIConnectOptions) {
    super(owner, SAMPLE_RATE, connOptions);
    this.#stt = owner;
  }

  protected override async run(): Promise<void> {
    const speech = this.#stt.detector.stream();
    const stop = () => speech.close();
    this.abortSignal.addEventListener("abort", stop);
    try {
      this.#feed(speech).catch(stop);
      for await (const event of speech) {
        this.#follow(event);
        if (event.samplesIndex >= this.#inputEndsAtSample) break;
      }
      this.#finish();
      await this.#lastResult;
    } finally {
      this.abortSignal.removeEventListener("abort", stop);
      if (!this.abortSignal.aborted) stop();
    }
  }

  async #feed(speech: ReturnType<inference.VAD["stream"]>): Promise<void> {
    let samples = 0;
    for await (const frame of this.input) {
      if (this.abortSignal.aborted) return;
      if (typeof frame === "symbol") continue;
      samples += frame.samplesPerChannel;
      speech.pushFrame(frame);
    }
    if (this.abortSignal.aborted) return;
    // The detector's own endInput() fails in this version, so the end is found by counting: one more window carries the last samples out.
    this.#inputEndsAtSample = samples;
    speech.pushFrame(new AudioFrame(new Int16Array(DETECTOR_WINDOW_SAMPLES), SAMPLE_RATE, 1, DETECTOR_WINDOW_SAMPLES));
  }

  /** The frames of END_OF_SPEECH are a view of a buffer that the detector has overwritten by then, so sound is collected from the others. */
  #follow(event: VADEvent): void {
    if (event.type === VADEventType.START_OF_SPEECH) {
      const current = this.#current ?? { utterance: new Utterance(), partialAtSeconds: 0 };
      this.#collect(current, event, true);
      // The sound before the speech does not count.
      current.partialAtSeconds = current.utterance.seconds + PARTIAL_EVERY_SECONDS;
      this.#current = current;
    } else if (event.type === VADEventType.INFERENCE_DONE && this.#current) this.#hear(this.#current, event);
    else if (event.type === VADEventType.END_OF_SPEECH) this.#finish();
  }

  #collect({ utterance }: Current, { frames }: VADEvent, isSpeech: boolean): void {
    for (const { data } of frames) utterance.add(data, isSpeech);
  }

  #hear(current: Current, event: VADEvent): void {
    const pauseMs = event.rawAccumulatedSilence;
    this.#collect(current, event, pauseMs === 0);
    if (pauseMs === 0) {
      current.early?.cancel();
      current.early = undefined;
    } else if (!current.early && pauseMs >= EARLY_PAUSE_MS) current.early = this.#recognize(current.utterance);
    const { seconds } = current.utterance;
    if (seconds >= PART_MAX_SECONDS || (seconds >= PART_SECONDS && current.early)) this.#finishPart();
    else if (!current.early && seconds >= current.partialAtSeconds) this.#hearPart(current);
  }

  #recognize(utterance: Utterance): NonNullable<Current["early"]> {
    const canceled = new AbortController();
    const signal = AbortSignal.any([this.abortSignal, canceled.signal]);
    const text = this.#stt.recognizer.recognize(utterance.cut(), signal);
    text.catch(() => undefined); // #report reports it
    return { text, cancel: () => canceled.abort() };
  }

  /** Interim words; none when the recognizer is busy, as other calls need their final words more. */
  #hearPart(current: Current): void {
    current.partialAtSeconds = current.utterance.seconds + PARTIAL_EVERY_SECONDS;
    if (!this.#stt.recognizer.isIdle) return;
    const isWanted = () => this.#current === current && !current.early;
    this.#recognize(current.utterance).text.then(
      (text) => isWanted() && this.#put(stt.SpeechEventType.INTERIM_TRANSCRIPT, text),
      () => undefined, // the final words fail too, and are reported
    );
  }

  /** The speech goes on after its part. */
  #finishPart(): void {
    this.#finish();
    this.#current = { utterance: new Utterance(), partialAtSeconds: PARTIAL_EVERY_SECONDS };
  }

  #finish(): void {
    const current = this.#current;
    this.#current = undefined;
    // What follows a part may be a pause alone.
    if (!current?.utterance.hasSpeech) return;
    const { text } = current.early ?? this.#recognize(current.utterance);
    const { seconds } = current.utterance;
    this.#lastResult = this.#lastResult.then(() => this.#report(text, seconds));
  }

  async #report(words: Promise<string>, seconds: number): Promise<void> {
    try {
      this.#put(stt.SpeechEventType.FINAL_TRANSCRIPT, await words);
      if (!this.queue.closed)
        this.queue.put({ type: stt.SpeechEventType.RECOGNITION_USAGE, recognitionUsage: { audioDuration: seconds } });
    } catch (cause) {
      if (this.abortSignal.aborted || this.#stt.listenerCount("error") === 0) return;
      const error = new Error(`Local speech recognition failed: ${cause instanceof Error ? cause.message : String(cause)}`);
      this.#stt.emit("error", { type: "stt_error", timestamp: Date.now(), label: this.#stt.label, error, recoverable: true });
    }
  }

  #put(type: stt.SpeechEventType, text: string): void {
    if (text === "" || this.queue.closed) return;
    const data: stt.SpeechData = { language: "en" as stt.SpeechData["language"], text, startTime: 0, endTime: 0, confidence: 0 };
    this.queue.put({ type, alternatives: [data] });
  }
}
