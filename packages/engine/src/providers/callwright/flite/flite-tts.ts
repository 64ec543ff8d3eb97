import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type APIConnectOptions, tts, voice } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { synthesiseInWorker } from "./flite-pool.ts";
import { type Phrase, splitPhrases } from "./phrases.ts";
import { speakable } from "./speakable.ts";
import { type Sound, trimSilence } from "./wave.ts";

/** All offline voices speak at this rate. */
const FLITE_SAMPLE_RATE = 16_000;
const FRAME_MS = 20;
/** Pauses between phrases, which replace the trimmed silence. */
const SENTENCE_PAUSE_MS = 220;
const CLAUSE_PAUSE_MS = 60;
/** How far sound may be ahead of real time, and the longest wait for playback (the framework gives up on a voice after 10 s). */
const MAX_AHEAD_MS = 8_000;
const MAX_WAIT_MS = 5_000;
const HAS_WORDS = /[\p{L}\p{N}]/u;
const SILENCE = Promise.resolve<Sound>({ samples: new Int16Array(0), sampleRate: FLITE_SAMPLE_RATE });

/** An offline voice as a streaming TTS: text in pieces in, sound in frames out, each phrase as soon as it is complete. */
export class FliteTts extends tts.TTS {
  override label = "callwright.flite";
  readonly voiceId: string;
  readonly synthesisePhrase: typeof synthesiseInWorker;

  constructor(voiceId: string, synthesisePhrase = synthesiseInWorker) {
    super(FLITE_SAMPLE_RATE, 1, { streaming: true, alignedTranscript: true });
    this.voiceId = voiceId;
    this.synthesisePhrase = synthesisePhrase;
  }

  override get model(): string {
    return this.voiceId;
  }

  override get provider(): string {
    return "callwright";
  }

  /** Not offered: the framework's one-shot stream turns every failure into an unhandled rejection. */
  override synthesize(): tts.ChunkedStream {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): tts.SynthesizeStream {
    return new FliteStream(this, options?.connOptions);
  }
}

/** One spoken reply. Synthesizes at most one phrase ahead of the current one. */
class FliteStream extends tts.SynthesizeStream {
  override label = "callwright.flite.stream";
  readonly #voice: FliteTts;
  readonly #requestId = randomUUID();
  #emittedSamples = 0;
  #startedAtMs: number | undefined;
  /** Held back until it is known whether it is the last. */
  #heldFrame: Omit<tts.SynthesizedAudio, "final"> | undefined;

  constructor(owner: FliteTts, connOptions?: APIConnectOptions) {
    super(owner, connOptions);
    this.#voice = owner;
  }

  protected override async run(): Promise<void> {
    let twoAgo = Promise.resolve();
    let last = Promise.resolve();
    let pauseMs = 0;
    try {
      for await (const phrase of splitPhrases(this.#textPieces())) {
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
    const words = speakable(phrase.text);
    const sound = HAS_WORDS.test(words) ? this.#voice.synthesisePhrase(this.#voice.voiceId, words, this.abortSignal) : SILENCE;
    sound.catch(() => undefined); // thrown where it is awaited
    await previous;
    this.#putPhrase(phrase, trimSilence(await sound), pauseMs);
  }

  /** Waits when the sound is far ahead of playback: it would block the voice's thread for other calls, and an interruption would discard it. */
  async #waitForListener(): Promise<void> {
    if (this.#startedAtMs === undefined) return;
    const heardMs = performance.now() - this.#startedAtMs;
    const aheadMs = (this.#emittedSamples / FLITE_SAMPLE_RATE) * 1000 - heardMs;
    const waitMs = Math.min(aheadMs - MAX_AHEAD_MS, MAX_WAIT_MS);
    if (waitMs > 0) await setTimeout(waitMs, undefined, { signal: this.abortSignal });
  }

  #putPhrase(phrase: Phrase, { samples }: Sound, pauseMs: number): void {
    if (this.abortSignal.aborted) return;
    this.#startedAtMs ??= performance.now();
    if (pauseMs > 0) this.#putSamples(new Int16Array((pauseMs * FLITE_SAMPLE_RATE) / 1000));
    const startTime = this.#emittedSamples / FLITE_SAMPLE_RATE;
    const endTime = startTime + samples.length / FLITE_SAMPLE_RATE;
    // The framework concatenates these texts, so each keeps its trailing white space.
    const text = /\s$/.test(phrase.text) ? phrase.text : `${phrase.text} `;
    this.#putSamples(samples, [voice.createTimedString({ text, startTime, endTime })]);
  }

  #putSamples(samples: Int16Array, timedTranscripts?: voice.TimedString[]): void {
    const frameLength = (FRAME_MS * FLITE_SAMPLE_RATE) / 1000;
    for (let start = 0; start < samples.length; start += frameLength) {
      const frameSamples = samples.slice(start, start + frameLength);
      this.#releaseFrame(false);
      this.#heldFrame = {
        requestId: this.#requestId,
        segmentId: this.#requestId,
        frame: new AudioFrame(frameSamples, FLITE_SAMPLE_RATE, 1, frameSamples.length),
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
