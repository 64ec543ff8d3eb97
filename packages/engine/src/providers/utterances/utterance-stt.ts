import { type APIConnectOptions, type inference, stt, type VADEvent, VADEventType } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "../../media/audio-format.ts";
import { createPauseDetector, createWindowAligner, VOICE_WINDOW_MS } from "../../media/pause-detector.ts";
import { type LoadShedding, NO_SHEDDING, type Sheddable } from "../../process/load-shedding.ts";
import { Utterance } from "./utterance.ts";

const DETECTOR_WINDOW_SAMPLES = 512;
/** Words of unfinished speech are recognized this often: at 500 ms they cost a local recognizer 15 % of a core while the caller speaks. */
const PARTIAL_EVERY_SECONDS = 0.5;
/**
 * Interim words after the first take at most this share of the time: when the speech ends during such a recognition, both share the processor,
 * and the final words are late.
 */
const PARTIAL_SHARE_MAX = 0.2;
/**
 * A pause of two windows starts the final recognition, so that its words are ready when the detector decides that the speech has ended. Three windows
 * would save 13 recognitions in 395 s of speech in which the speaker continues.
 */
const EARLY_PAUSE_MS = 2 * VOICE_WINDOW_MS;
/** A long utterance is recognized in parts: at the first pause after this time, or at the latest one. A local decode of 28 s takes a second. */
const PART_SECONDS = 15;
const PART_MAX_SECONDS = 25;

export interface RecognizedText {
  /** Empty: no words. */
  text: string;
  /** From 0 to 1. Absent: the recognizer does not report it. */
  confidence?: number | undefined;
  /** A code such as `de`. Absent: the transcriber's language. */
  language?: string | undefined;
}

/** Recognizes one utterance. */
export interface UtteranceRecognizer {
  /** Samples from −1 to 1 at 16 kHz. Fails when it cannot recognize anything; an aborted recognition may answer no words. */
  recognize(samples: Float32Array, signal: AbortSignal): Promise<RecognizedText>;
}

/** A recognizer whose requests are free: unfinished speech is recognized, too, and each pause begins the final recognition. */
export interface EagerRecognizer extends UtteranceRecognizer {
  /** Whether it has nothing to do. Only then are words of unfinished speech recognized. */
  readonly isIdle: boolean;
}

export interface UtteranceSttOptions {
  label: string;
  provider: string;
  model: string;
  /** The language of words for which the recognizer names none. */
  language: string;
  recognizer: UtteranceRecognizer | EagerRecognizer;
  /** A failing recognition ends the stream. Otherwise it is an `error` event, and the next utterance is recognized. Default false. */
  endsOnFailure?: boolean;
  /** What a busy process skips. Default: nothing. */
  shedding?: LoadShedding | undefined;
}

/**
 * A recognizer of utterances as a streaming STT. A voice activity detector cuts the call into utterances.
 *
 * ```
 *   quiet ── speech begins ──▶ speaking ── every 0.5 s, eager recognizers only ──▶ interim words
 *                                 │ ▲
 *                  pause, eager   ▼ │ speech goes on: its words are dropped
 *                            recognizing ── detector: end of speech ──▶ final words
 * ```
 */
export class UtteranceStt extends stt.STT {
  override readonly label: string;
  readonly detector = createPauseDetector();
  readonly options: UtteranceSttOptions;
  /** The recognizer, if it is eager. */
  readonly eager: EagerRecognizer | undefined;
  onSound?: ((seconds: number) => void) | undefined;

  constructor(options: UtteranceSttOptions) {
    const eager = "isIdle" in options.recognizer ? options.recognizer : undefined;
    super({ streaming: true, interimResults: eager !== undefined });
    this.label = options.label;
    this.options = options;
    this.eager = eager;
  }

  override get model(): string {
    return this.options.model;
  }

  override get provider(): string {
    return this.options.provider;
  }

  protected override _recognize(): Promise<stt.SpeechEvent> {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): stt.SpeechStream {
    return new UtteranceStream(this, options?.connOptions);
  }
}

/** The utterance that is being spoken. */
interface Current {
  utterance: Utterance;
  /** Seconds of sound at which interim words are due. */
  partialAtSeconds: number;
  /** Recognition of the whole utterance, begun in a pause. */
  early?: Recognition | undefined;
  /** The sound of that recognition, if a busy process leaves it for later: later sound would give other words. */
  paused?: Float32Array | undefined;
}

interface Recognition {
  words: Promise<RecognizedText>;
  /** Duration of its sound. */
  seconds: number;
  cancel: () => void;
}

class UtteranceStream extends stt.SpeechStream {
  override label: string;
  readonly #stt: UtteranceStt;
  #current: Current | undefined;
  #inputEndsAtSample = Number.POSITIVE_INFINITY;
  /** Keeps final words in the order of speech. */
  #lastResult: Promise<void> = Promise.resolve();
  /** Why the stream ends. */
  #failure: unknown;
  #stop: () => void = () => undefined;

  constructor(owner: UtteranceStt, connOptions?: APIConnectOptions) {
    super(owner, SAMPLE_RATE, connOptions);
    this.label = `${owner.label}.stream`;
    this.#stt = owner;
  }

  protected override async run(): Promise<void> {
    const speech = this.#stt.detector.stream();
    this.#stop = () => speech.close();
    const stop = this.#stop;
    this.abortSignal.addEventListener("abort", stop);
    let isStopped = false;
    try {
      this.#feed(speech).catch(stop);
      for await (const event of speech) {
        this.#follow(event);
        if (event.samplesIndex >= this.#inputEndsAtSample) break;
      }
      isStopped = this.#failure !== undefined;
      this.#finish();
      await this.#lastResult;
      if (this.#failure !== undefined) throw this.#failure;
    } finally {
      this.abortSignal.removeEventListener("abort", stop);
      if (!this.abortSignal.aborted && !isStopped) stop();
    }
  }

  async #feed(speech: ReturnType<inference.VAD["stream"]>): Promise<void> {
    let samples = 0;
    const align = createWindowAligner();
    for await (const given of this.input) {
      if (this.abortSignal.aborted || this.#failure !== undefined) return;
      if (typeof given === "symbol") continue;
      const frame = align(given);
      samples += frame.samplesPerChannel;
      speech.pushFrame(frame);
    }
    if (this.abortSignal.aborted || this.#failure !== undefined) return;
    // The detector's own endInput() fails in this version, so the end is found by counting: one more window flushes the last samples.
    this.#inputEndsAtSample = samples;
    speech.pushFrame(new AudioFrame(new Int16Array(DETECTOR_WINDOW_SAMPLES), SAMPLE_RATE, 1, DETECTOR_WINDOW_SAMPLES));
  }

  /** By now, the detector has overwritten the buffer of END_OF_SPEECH's frames, so sound is collected from the other events. */
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
    // The event does not count its own window yet.
    const isPause = pauseMs + VOICE_WINDOW_MS >= EARLY_PAUSE_MS;
    if (pauseMs === 0) {
      current.early?.cancel();
      current.early = undefined;
      current.paused = undefined;
    } else if (this.#stt.eager && !current.early && !current.paused && isPause) {
      const sound = current.utterance.cut();
      if (this.#leavesOut("early-words")) current.paused = sound;
      else current.early = this.#recognize(sound);
    }
    const { seconds } = current.utterance;
    if (seconds >= PART_MAX_SECONDS || (seconds >= PART_SECONDS && isPause)) this.#finishPart();
    else if (this.#stt.eager && !current.early && seconds >= current.partialAtSeconds) this.#hearPart(current, this.#stt.eager);
  }

  #recognize(samples: Float32Array): Recognition {
    const canceled = new AbortController();
    const signal = AbortSignal.any([this.abortSignal, canceled.signal]);
    const words = this.#stt.options.recognizer.recognize(samples, signal);
    words.catch(() => undefined); // #report reports it
    return { words, seconds: samples.length / SAMPLE_RATE, cancel: () => canceled.abort() };
  }

  #leavesOut(work: Sheddable): boolean {
    return (this.#stt.options.shedding ?? NO_SHEDDING).leavesOut(work);
  }

  /** Interim words; none when the recognizer or the process is busy, as other calls need their final words and their sound more. */
  #hearPart(current: Current, recognizer: EagerRecognizer): void {
    const { seconds } = current.utterance;
    current.partialAtSeconds = seconds + PARTIAL_EVERY_SECONDS;
    if (!recognizer.isIdle || this.#leavesOut("interim-words")) return;
    const isWanted = () => this.#current === current && !current.early;
    const startedAt = performance.now();
    this.#recognize(current.utterance.cut()).words.then(
      (words) => {
        const tookSeconds = (performance.now() - startedAt) / 1_000;
        current.partialAtSeconds = Math.max(current.partialAtSeconds, seconds + tookSeconds / PARTIAL_SHARE_MAX);
        if (isWanted()) this.#put(stt.SpeechEventType.INTERIM_TRANSCRIPT, words);
      },
      () => undefined, // the final words fail too, and are reported
    );
  }

  /** The speech continues after this part. */
  #finishPart(): void {
    this.#finish();
    this.#current = { utterance: new Utterance(), partialAtSeconds: PARTIAL_EVERY_SECONDS };
  }

  #finish(): void {
    const current = this.#current;
    this.#current = undefined;
    // The rest after a part may be only a pause.
    if (!current?.utterance.hasSpeech) return;
    const { words, seconds } = current.early ?? this.#recognize(current.paused ?? current.utterance.cut());
    this.#lastResult = this.#lastResult.then(() => this.#report(words, seconds));
  }

  async #report(words: Promise<RecognizedText>, seconds: number): Promise<void> {
    if (this.#failure !== undefined) return;
    try {
      const heard = await words;
      this.#stt.onSound?.(seconds);
      this.#put(stt.SpeechEventType.FINAL_TRANSCRIPT, heard);
      if (!this.queue.closed)
        this.queue.put({ type: stt.SpeechEventType.RECOGNITION_USAGE, recognitionUsage: { audioDuration: seconds } });
    } catch (cause) {
      if (!this.abortSignal.aborted) this.#fail(cause);
    }
  }

  #fail(cause: unknown): void {
    const { endsOnFailure, label } = this.#stt.options;
    if (endsOnFailure) {
      this.#failure = cause;
      this.#stop();
    } else if (this.#stt.listenerCount("error") > 0) {
      const error = cause instanceof Error ? cause : new Error(String(cause));
      this.#stt.emit("error", { type: "stt_error", timestamp: Date.now(), label, error, recoverable: true });
    }
  }

  #put(type: stt.SpeechEventType, { text, confidence = 0, language = this.#stt.options.language }: RecognizedText): void {
    if (text === "" || this.queue.closed) return;
    const data = { language: language as stt.SpeechData["language"], text, startTime: 0, endTime: 0, confidence };
    this.queue.put({ type, alternatives: [data] });
  }
}
