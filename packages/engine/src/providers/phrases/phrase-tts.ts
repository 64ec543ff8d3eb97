import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type APIConnectOptions, tts, voice } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { type ChunkRule, DEFAULT_LIMITS, type Phrase, type PhraseLimits, splitPhrases } from "./phrases.ts";

const FRAME_MS = 20;
/** Pauses between phrases whose silence was trimmed. */
const SENTENCE_PAUSE_MS = 220;
const CLAUSE_PAUSE_MS = 60;
/** How far sound may be ahead of real time, and the longest wait for playback (the framework gives up on a voice after 10 s). */
const MAX_AHEAD_MS = 8_000;
const MAX_WAIT_MS = 5_000;
const HAS_WORDS = /[\p{L}\p{N}]/u;

export interface PhraseVoice {
  /** Names the framework's logs and metrics. */
  label: string;
  provider: string;
  /** The id in assistants. */
  voiceId: string;
  /** Language of a voice of this server (ISO 639-1). Absent: a voice of a provider. */
  ownLanguage?: string;
  /** Sample rate of every sound, in hertz. */
  sampleRate: number;
  limits?: PhraseLimits;
  /** Whether the sound of a phrase has no silence at its ends, so that pauses are inserted between phrases. Default false. */
  isTrimmed?: boolean;
  /** Resolves when the voice's model is in memory: it makes no sound earlier. Default: the voice needs no model. */
  load?(): Promise<unknown>;
  /** Prepares the text for the voice. A text without letters and digits is not spoken. Default: trims white space. */
  prepare?(text: string): string;
  /** The sound of a text: whole, or as it arrives. Fails with a `ProviderError`, or with the signal's reason when it aborts. */
  speak(text: string, signal: AbortSignal): Promise<Int16Array> | AsyncIterable<Int16Array>;
}

/** The sound of a phrase that was requested early. */
type BegunSound = Promise<Int16Array> | EarlyPieces<Int16Array>;

/**
 * A voice that speaks phrase by phrase, as a streaming TTS: text in pieces in, sound in frames out. Each phrase begins as soon as it is
 * complete and one phrase ahead, so that an interruption costs at most two phrases.
 */
export class PhraseTts extends tts.TTS {
  override readonly label: string;
  readonly voice: PhraseVoice;
  /** The assistant's own rule for cutting text. */
  chunks: ChunkRule | undefined;
  /** Called for each spoken text. */
  onPhrase?: (text: string) => void;

  constructor(spoken: PhraseVoice) {
    super(spoken.sampleRate, 1, { streaming: true, alignedTranscript: true });
    this.label = spoken.label;
    this.voice = spoken;
  }

  override get model(): string {
    return this.voice.voiceId;
  }

  override get provider(): string {
    return this.voice.provider;
  }

  /** Not supported: the framework's one-shot stream turns every failure into an unhandled rejection. */
  override synthesize(): tts.ChunkedStream {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): tts.SynthesizeStream {
    return new PhraseStream(this, options?.connOptions);
  }
}

/** One spoken reply. Synthesizes at most one phrase ahead of the current one. */
class PhraseStream extends tts.SynthesizeStream {
  override readonly label: string;
  readonly #owner: PhraseTts;
  readonly #voice: PhraseVoice;
  readonly #requestId = randomUUID();
  #emittedSamples = 0;
  #startedAtMs: number | undefined;
  /** Held back until it is known whether it is the last frame. */
  #heldFrame: Omit<tts.SynthesizedAudio, "final"> | undefined;

  constructor(owner: PhraseTts, connOptions?: APIConnectOptions) {
    super(owner, connOptions);
    this.label = `${owner.label}.stream`;
    this.#owner = owner;
    this.#voice = owner.voice;
  }

  protected override async run(): Promise<void> {
    const limits = { ...(this.#voice.limits ?? DEFAULT_LIMITS), chunks: this.#owner.chunks };
    const stopped = new AbortController();
    const signal = AbortSignal.any([this.abortSignal, stopped.signal]);
    let twoAgo = Promise.resolve();
    let last = Promise.resolve();
    let pauseMs = 0;
    try {
      for await (const phrase of splitPhrases(this.#textPieces(), limits)) {
        await twoAgo;
        await this.#waitForListener();
        this.markStarted();
        const put = this.#putPhrase(last, phrase, this.#begin(phrase, signal), pauseMs);
        put.catch(() => undefined); // thrown when it is awaited
        if (this.#voice.isTrimmed) pauseMs = phrase.endsSentence ? SENTENCE_PAUSE_MS : CLAUSE_PAUSE_MS;
        twoAgo = last;
        last = put;
      }
      await last;
    } catch (error) {
      // The phrase after a failed one is not needed.
      stopped.abort(error);
      if (this.abortSignal.aborted) return;
      throw error;
    }
    this.#releaseFrame(true);
    this.queue.put(tts.SynthesizeStream.END_OF_STREAM);
  }

  async *#textPieces(): AsyncGenerator<string | undefined> {
    for await (const piece of this.input) yield typeof piece === "string" ? piece : undefined;
  }

  #begin(phrase: Phrase, signal: AbortSignal): BegunSound {
    const words = this.#voice.prepare?.(phrase.text) ?? phrase.text.trim();
    if (!HAS_WORDS.test(words)) return Promise.resolve(new Int16Array(0));
    this.#owner.onPhrase?.(words);
    const sound = this.#voice.speak(words, signal);
    if (!(sound instanceof Promise)) return new EarlyPieces(sound);
    sound.catch(() => undefined); // thrown when it is awaited
    return sound;
  }

  /** Waits if the sound is far ahead of playback: an interruption would discard it, after it was paid for or used the processor. */
  async #waitForListener(): Promise<void> {
    if (this.#startedAtMs === undefined) return;
    const heardMs = performance.now() - this.#startedAtMs;
    const aheadMs = this.#seconds * 1000 - heardMs;
    const waitMs = Math.min(aheadMs - MAX_AHEAD_MS, MAX_WAIT_MS);
    if (waitMs > 0) await setTimeout(waitMs, undefined, { signal: this.abortSignal });
  }

  /** Puts the sound of a phrase out after `previous`. */
  async #putPhrase(previous: Promise<void>, phrase: Phrase, begun: BegunSound, pauseMs: number): Promise<void> {
    await previous;
    // The framework concatenates these texts, so each keeps its trailing white space.
    const text = /\s$/.test(phrase.text) ? phrase.text : `${phrase.text} `;
    if (begun instanceof Promise) {
      const samples = await begun;
      this.#putPause(pauseMs);
      const startTime = this.#seconds;
      const endTime = startTime + samples.length / this.#voice.sampleRate;
      this.#putSamples(samples, [voice.createTimedString({ text, startTime, endTime })]);
      return;
    }
    this.#putPause(pauseMs);
    let timed: voice.TimedString[] | undefined = [voice.createTimedString({ text, startTime: this.#seconds })];
    for await (const samples of begun) {
      this.#putSamples(samples, timed);
      timed = undefined;
    }
    // Without text: the previous phrase is complete.
    const end = voice.createTimedString({ text: "", endTime: this.#seconds });
    if (this.#heldFrame) this.#heldFrame.timedTranscripts = [...(this.#heldFrame.timedTranscripts ?? []), end];
  }

  #putPause(pauseMs: number): void {
    if (pauseMs > 0) this.#putSamples(new Int16Array(Math.round((pauseMs * this.#voice.sampleRate) / 1000)));
  }

  /** Duration of the delivered sound. */
  get #seconds(): number {
    return this.#emittedSamples / this.#voice.sampleRate;
  }

  #putSamples(samples: Int16Array, timedTranscripts?: voice.TimedString[]): void {
    if (this.abortSignal.aborted) return;
    this.#startedAtMs ??= performance.now();
    const frameLength = Math.round((FRAME_MS * this.#voice.sampleRate) / 1000);
    for (let start = 0; start < samples.length; start += frameLength) {
      const frameSamples = samples.slice(start, start + frameLength);
      this.#releaseFrame(false);
      this.#heldFrame = {
        requestId: this.#requestId,
        segmentId: this.#requestId,
        frame: new AudioFrame(frameSamples, this.#voice.sampleRate, 1, frameSamples.length),
        ...(start === 0 && timedTranscripts ? { timedTranscripts } : {}),
      };
    }
    this.#emittedSamples += samples.length;
  }

  #releaseFrame(final: boolean): void {
    if (this.#heldFrame && !this.queue.closed) this.queue.put({ ...this.#heldFrame, final });
    this.#heldFrame = undefined;
  }
}

/** Reads its source from the start, before the pieces are needed, and keeps them. A failure is thrown to the reader. */
class EarlyPieces<Piece> implements AsyncIterable<Piece> {
  readonly #pieces: Piece[] = [];
  #ended = false;
  #failure: { error: unknown } | undefined;
  #wake: () => void = () => {};

  constructor(source: AsyncIterable<Piece>) {
    void this.#read(source);
  }

  async #read(source: AsyncIterable<Piece>): Promise<void> {
    try {
      for await (const piece of source) {
        this.#pieces.push(piece);
        this.#wake();
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Piece> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) yield piece;
      else if (this.#failure) throw this.#failure.error;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
