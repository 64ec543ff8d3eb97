import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type APIConnectOptions, tts, voice } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { type Phrase, type PhraseLimits, splitPhrases } from "./phrases.ts";
import { type Sound, trimSilence } from "./wave.ts";

const FRAME_MS = 20;
/** Pauses between phrases, which replace the trimmed silence. */
const SENTENCE_PAUSE_MS = 220;
const CLAUSE_PAUSE_MS = 60;
/** How far sound may be ahead of real time, and the longest wait for playback (the framework gives up on a voice after 10 s). */
const MAX_AHEAD_MS = 8_000;
const MAX_WAIT_MS = 5_000;
const HAS_WORDS = /[\p{L}\p{N}]/u;

export interface PhraseVoice {
  /** Names the framework's logs and metrics. */
  label: string;
  /** As assistants name it. */
  voiceId: string;
  /** Of every sound, in hertz. */
  sampleRate: number;
  limits?: PhraseLimits;
  /** Level below which the ends of a phrase count as silence, of 32767. Default: for a voice with a hiss. */
  silenceLevel?: number;
  /** The text as the voice reads it well. What has no letter and no digit is not spoken. */
  prepare(text: string): string;
  /** Fails with a `ProviderError`, or with the signal's reason when it aborts. */
  synthesise(text: string, signal: AbortSignal): Promise<Sound>;
}

/** A voice of this machine as a streaming TTS: text in pieces in, sound in frames out, each phrase as soon as it is complete. */
export class PhraseTts extends tts.TTS {
  override readonly label: string;
  readonly voice: PhraseVoice;

  constructor(spoken: PhraseVoice) {
    super(spoken.sampleRate, 1, { streaming: true, alignedTranscript: true });
    this.label = spoken.label;
    this.voice = spoken;
  }

  override get model(): string {
    return this.voice.voiceId;
  }

  override get provider(): string {
    return "callwright";
  }

  /** Not offered: the framework's one-shot stream turns every failure into an unhandled rejection. */
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
  readonly #voice: PhraseVoice;
  readonly #requestId = randomUUID();
  #emittedSamples = 0;
  #startedAtMs: number | undefined;
  /** Held back until it is known whether it is the last. */
  #heldFrame: Omit<tts.SynthesizedAudio, "final"> | undefined;

  constructor(owner: PhraseTts, connOptions?: APIConnectOptions) {
    super(owner, connOptions);
    this.label = `${owner.label}.stream`;
    this.#voice = owner.voice;
  }

  protected override async run(): Promise<void> {
    let twoAgo = Promise.resolve();
    let last = Promise.resolve();
    let pauseMs = 0;
    try {
      for await (const phrase of splitPhrases(this.#textPieces(), this.#voice.limits)) {
        await twoAgo;
        await this.#waitForListener();
        this.markStarted();
        const put = this.#speakAfter(last, phrase, pauseMs);
        put.catch(() => undefined); // thrown where it is awaited
        pauseMs = phrase.endsSentence ? SENTENCE_PAUSE_MS : CLAUSE_PAUSE_MS;
        twoAgo = last;
        last = put;
      }
      await last;
    } catch (error) {
      if (this.abortSignal.aborted) return;
      throw error;
    }
    this.#releaseFrame(true);
    this.queue.put(tts.SynthesizeStream.END_OF_STREAM);
  }

  async *#textPieces(): AsyncGenerator<string | undefined> {
    for await (const piece of this.input) yield typeof piece === "string" ? piece : undefined;
  }

  /** Begins the synthesis at once; puts the sound out after `previous`. */
  async #speakAfter(previous: Promise<void>, phrase: Phrase, pauseMs: number): Promise<void> {
    const words = this.#voice.prepare(phrase.text);
    const silence = { samples: new Int16Array(0), sampleRate: this.#voice.sampleRate };
    const sound = HAS_WORDS.test(words) ? this.#voice.synthesise(words, this.abortSignal) : Promise.resolve(silence);
    sound.catch(() => undefined); // thrown where it is awaited
    await previous;
    this.#putPhrase(phrase, trimSilence(await sound, this.#voice.silenceLevel), pauseMs);
  }

  /** Waits when the sound is far ahead of playback: it would block the voice's thread for other calls, and an interruption would discard it. */
  async #waitForListener(): Promise<void> {
    if (this.#startedAtMs === undefined) return;
    const heardMs = performance.now() - this.#startedAtMs;
    const aheadMs = (this.#emittedSamples / this.#voice.sampleRate) * 1000 - heardMs;
    const waitMs = Math.min(aheadMs - MAX_AHEAD_MS, MAX_WAIT_MS);
    if (waitMs > 0) await setTimeout(waitMs, undefined, { signal: this.abortSignal });
  }

  #putPhrase(phrase: Phrase, { samples }: Sound, pauseMs: number): void {
    if (this.abortSignal.aborted) return;
    this.#startedAtMs ??= performance.now();
    if (pauseMs > 0) this.#putSamples(new Int16Array(Math.round((pauseMs * this.#voice.sampleRate) / 1000)));
    const startTime = this.#emittedSamples / this.#voice.sampleRate;
    const endTime = startTime + samples.length / this.#voice.sampleRate;
    // The framework concatenates these texts, so each keeps its trailing white space.
    const text = /\s$/.test(phrase.text) ? phrase.text : `${phrase.text} `;
    this.#putSamples(samples, [voice.createTimedString({ text, startTime, endTime })]);
  }

  #putSamples(samples: Int16Array, timedTranscripts?: voice.TimedString[]): void {
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
