import { stt } from "@livekit/agents";
import type { AudioFrame } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import { ProviderError } from "../model/provider-error.ts";

export interface HearingListener {
  /** Words of the caller before the session gets them. False withholds them. `confidence`: from 0 to 1, if the transcriber reports one. */
  onWords(text: string, final: boolean, confidence?: number): boolean;
  /** The transcriber failed and is restarted. */
  onFailure(failure: HearingFailure): void;
  /** The transcriber failed, and the next one hears from now on, the last sound included. */
  onFellBack(failure: HearingFailure): void;
}

export interface HearingFailure {
  provider: string;
  message: string;
}

/** One of a call's transcribers that replace each other. */
export interface CallTranscriber {
  provider: string;
  stt: stt.STT;
  /** Consecutive failures after which the next one takes over. A failure that a retry cannot help counts as this many. */
  failuresMax: number;
}

/** The framework's confidence for words of a transcriber that reports none. */
export const UNKNOWN_CONFIDENCE = 0;
/** Pause before a restart, so that a broken transcriber does not restart in a fast loop. */
const RESTART_DELAY_MS = 500;
/** The framework's retries end in silence; the restart replaces them. */
const NO_RETRY = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 5_000 };
const UNEXPLAINED = "It stopped without saying why.";

/**
 * The session's transcriber. It wraps the transcribers of the call, because a session closes when its transcriber fails, and because words may
 * also come as text that the browser recognized.
 *
 * ```
 *   listening ── fails ──▶ 500 ms ──▶ listening again          a transcriber that is the last, or may still recover
 *       └─────── fails ──▶ the next transcriber is listening   at once; it hears the sound since the last final words, too
 * ```
 */
export class Hearing extends stt.STT {
  override readonly label = "callwright.Hearing";
  #transcribers: readonly CallTranscriber[];
  /** Transcribers of all agents so far, for `close`. */
  readonly #used = new Set<CallTranscriber>();
  #listener: HearingListener;
  #stream: HearingStream | undefined;
  /** Language of the last words. It also applies to words that are passed on later. */
  #language = "en";

  /** `transcribers`: the first listens, the next ones replace it. Without any, words come as text. */
  constructor(transcribers: readonly CallTranscriber[], listener: HearingListener) {
    super({ streaming: true, interimResults: transcribers[0]?.stt.capabilities.interimResults ?? true });
    this.#transcribers = transcribers;
    this.#listener = listener;
    this.#keep(transcribers);
  }

  /** Switches to other transcribers. Words that are being spoken may get lost between the two. */
  use(transcribers: readonly CallTranscriber[]): void {
    this.#keep(transcribers);
    this.#transcribers = transcribers;
    this.#stream?.use(transcribers);
  }

  /** Language of the last words, such as `en`. */
  get language(): string {
    return this.#language;
  }

  #keep(transcribers: readonly CallTranscriber[]): void {
    for (const each of transcribers) {
      if (this.#used.has(each)) continue;
      this.#used.add(each);
      // An emitter without a listener throws its errors. The stream reports them.
      each.stt.on("error", () => {});
    }
  }

  /** Takes words that the browser recognized. */
  hear(text: string, final: boolean): void {
    this.#stream?.pass(this.#wordsEvent(text, final));
  }

  /** Passes withheld words to the session. */
  release(text: string): void {
    this.#stream?.put(this.#wordsEvent(text, true));
  }

  protected override async _recognize(): Promise<stt.SpeechEvent> {
    throw new Error("Hearing only streams.");
  }

  override stream(): stt.SpeechStream {
    this.#stream = new HearingStream(this, this.#transcribers, {
      onWords: (text, final, confidence, language) => {
        if (language) this.#language = language;
        return this.#listener.onWords(text, final, confidence);
      },
      onFailure: (failure) => this.#listener.onFailure(failure),
      onFellBack: (failure) => this.#listener.onFellBack(failure),
    });
    return this.#stream;
  }

  override async close(): Promise<void> {
    await Promise.all([...this.#used].map((each) => each.stt.close()));
    await super.close();
  }

  #wordsEvent(text: string, final: boolean): stt.SpeechEvent {
    const language = this.#language as stt.SpeechData["language"];
    return {
      type: final ? stt.SpeechEventType.FINAL_TRANSCRIPT : stt.SpeechEventType.INTERIM_TRANSCRIPT,
      alternatives: [{ language, text, startTime: 0, endTime: 0, confidence: UNKNOWN_CONFIDENCE }],
    };
  }
}

interface StreamListener extends Pick<HearingListener, "onFailure" | "onFellBack"> {
  onWords(text: string, final: boolean, confidence: number | undefined, language: string | undefined): boolean;
}

class HearingStream extends stt.SpeechStream {
  override readonly label = "callwright.HearingStream";
  #waiting: CallTranscriber[];
  /** Another agent uses other transcribers. */
  #isReplaced = false;
  #transcriber: CallTranscriber | undefined;
  readonly #listener: StreamListener;
  readonly #sound = new RecentSound();
  #inner: stt.SpeechStream | undefined;
  #inputEnded = false;
  /** Consecutive failures of the transcriber. */
  #failures = 0;

  constructor(hearing: Hearing, transcribers: readonly CallTranscriber[], listener: StreamListener) {
    super(hearing, SAMPLE_RATE, NO_RETRY);
    [this.#transcriber, ...this.#waiting] = transcribers;
    this.#listener = listener;
  }

  use([first, ...others]: readonly CallTranscriber[]): void {
    this.#transcriber = first;
    this.#waiting = others;
    this.#failures = 0;
    this.#isReplaced = true;
    this.#inner?.close();
  }

  put(event: stt.SpeechEvent): void {
    if (!this.queue.closed) this.queue.put(event);
  }

  pass(event: stt.SpeechEvent): void {
    const { text, confidence = UNKNOWN_CONFIDENCE, language } = event.alternatives?.[0] ?? {};
    const isFinal = event.type === stt.SpeechEventType.FINAL_TRANSCRIPT;
    if (isFinal || event.type === stt.SpeechEventType.INTERIM_TRANSCRIPT) {
      const told = confidence === UNKNOWN_CONFIDENCE ? undefined : confidence;
      if (!text || !this.#listener.onWords(text, isFinal, told, language)) return;
    }
    this.put(event);
  }

  protected override async run(): Promise<void> {
    const fed = this.#feed();
    const stop = () => this.#inner?.close();
    this.abortSignal.addEventListener("abort", stop, { once: true });
    while (this.#transcriber && !this.#inputEnded && !this.abortSignal.aborted) {
      const { provider } = this.#transcriber;
      const error = await this.#listen(this.#transcriber);
      if (this.#inputEnded || this.abortSignal.aborted) break;
      if (this.#isReplaced) {
        this.#isReplaced = false;
        continue;
      }
      if (this.#next({ provider, message: error?.message || UNEXPLAINED }, error)) continue;
      await new Promise((resolve) => setTimeout(resolve, RESTART_DELAY_MS));
    }
    await fed;
    this.abortSignal.removeEventListener("abort", stop);
  }

  /** Why the transcriber stopped; undefined if unknown. */
  async #listen(transcriber: CallTranscriber): Promise<Error | undefined> {
    let last: Error | undefined;
    const onError = ({ error }: { error: Error }) => {
      last = error;
    };
    transcriber.stt.on("error", onError);
    try {
      this.#inner = transcriber.stt.stream({ connOptions: NO_RETRY });
      for (const frame of this.#sound.frames) this.#inner.pushFrame(frame);
      for await (const event of this.#inner) this.#hear(event);
      this.#inner.close();
      this.#inner = undefined;
    } finally {
      transcriber.stt.off("error", onError);
    }
    return last;
  }

  #hear(event: stt.SpeechEvent): void {
    const isFinal = event.type === stt.SpeechEventType.FINAL_TRANSCRIPT;
    if (isFinal) this.#sound.clear();
    if (isFinal || event.type === stt.SpeechEventType.INTERIM_TRANSCRIPT) this.#failures = 0;
    this.pass(event);
  }

  /** True when another transcriber takes over. */
  #next(failure: HearingFailure, error: Error | undefined): boolean {
    this.#failures += 1;
    const isHopeless = error instanceof ProviderError && !error.retryable;
    const isOver = isHopeless || this.#failures >= (this.#transcriber?.failuresMax ?? 0);
    const next = isOver ? this.#waiting.shift() : undefined;
    if (!next) {
      this.#listener.onFailure(failure);
      return false;
    }
    this.#transcriber = next;
    this.#failures = 0;
    this.#listener.onFellBack({
      ...failure,
      message: `${failure.provider} failed and ${next.provider} transcribes instead. ${failure.message}`,
    });
    return true;
  }

  async #feed(): Promise<void> {
    for await (const frame of this.input) {
      if (typeof frame === "symbol") continue;
      this.#pushFrame(frame);
    }
    this.#inputEnded = true;
    if (!this.abortSignal.aborted) this.#inner?.endInput();
  }

  #pushFrame(frame: AudioFrame): void {
    if (!this.#transcriber) return;
    this.#sound.add(frame);
    try {
      this.#inner?.pushFrame(frame);
    } catch {
      // The stream closed between two frames; `run` opens another.
    }
  }
}

/** Services refuse sound that comes much faster than it was spoken. */
const SECONDS_MAX = 8;

/** The caller's sound since the last final words, at most its last seconds, for a transcriber that begins in the middle. */
class RecentSound {
  #frames: AudioFrame[] = [];
  #seconds = 0;

  add(frame: AudioFrame): void {
    this.#frames.push(frame);
    this.#seconds += secondsOf(frame);
    while (this.#seconds > SECONDS_MAX) {
      const oldest = this.#frames.shift();
      if (!oldest) return;
      this.#seconds -= secondsOf(oldest);
    }
  }

  clear(): void {
    this.#frames = [];
    this.#seconds = 0;
  }

  get frames(): readonly AudioFrame[] {
    return [...this.#frames];
  }
}

const secondsOf = ({ samplesPerChannel, sampleRate }: AudioFrame) => samplesPerChannel / sampleRate;
