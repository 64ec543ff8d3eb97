import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type APIConnectOptions, tts, voice } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { type Phrase, splitPhrases } from "../callwright/phrases/phrases.ts";

const FRAME_MS = 20;
const SAMPLE_BYTES = 2;
/** How far sound may be ahead of real time, and the longest wait for playback (the framework gives up on a voice after 10 s). */
const MAX_AHEAD_MS = 8_000;
const MAX_WAIT_MS = 5_000;
const HAS_WORDS = /[\p{L}\p{N}]/u;

export interface HostedVoice {
  provider: string;
  /** Name of the model or of the voice, for logs. */
  model: string;
  /** In Hz. */
  sampleRate: number;
  /** Bytes of 16-bit samples as they arrive. */
  speak(text: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/**
 * A hosted voice as a streaming TTS: text in pieces in, sound in frames out. The text is cut into phrases, and each phrase is one request,
 * so that an interruption costs no more than two phrases. The request of the next phrase runs while a phrase sounds.
 */
export class HostedTts extends tts.TTS {
  override label: string;
  readonly hosted: HostedVoice;

  constructor(hosted: HostedVoice) {
    super(hosted.sampleRate, 1, { streaming: true, alignedTranscript: true });
    this.hosted = hosted;
    this.label = `callwright.${hosted.provider}`;
  }

  override get model(): string {
    return this.hosted.model;
  }

  override get provider(): string {
    return this.hosted.provider;
  }

  /** Not offered: the framework's one-shot stream turns every failure into an unhandled rejection. */
  override synthesize(): tts.ChunkedStream {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): tts.SynthesizeStream {
    return new HostedStream(this, options?.connOptions);
  }
}

/** One spoken reply. Requests at most one phrase ahead of the current one. */
class HostedStream extends tts.SynthesizeStream {
  override label = "callwright.hosted.stream";
  readonly #voice: HostedVoice;
  readonly #requestId = randomUUID();
  #emittedSamples = 0;
  #startedAtMs: number | undefined;
  /** Held back until it is known whether it is the last. */
  #heldFrame: Omit<tts.SynthesizedAudio, "final"> | undefined;

  constructor(owner: HostedTts, connOptions?: APIConnectOptions) {
    super(owner, connOptions);
    this.#voice = owner.hosted;
  }

  protected override async run(): Promise<void> {
    const stopped = new AbortController();
    const signal = AbortSignal.any([this.abortSignal, stopped.signal]);
    let twoAgo = Promise.resolve();
    let last = Promise.resolve();
    try {
      for await (const phrase of splitPhrases(this.#textPieces())) {
        await twoAgo;
        await this.#waitForListener();
        if (!HAS_WORDS.test(phrase.text)) continue;
        this.markStarted();
        const put = this.#putPhrase(last, phrase, new EarlyPieces(this.#voice.speak(phrase.text.trim(), signal)));
        put.catch(() => undefined); // thrown where it is awaited
        twoAgo = last;
        last = put;
      }
      await last;
    } catch (error) {
      // A failure ends the request of the phrase after it.
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

  /** Waits when the sound is far ahead of playback: an interruption would discard it, and it is paid for. */
  async #waitForListener(): Promise<void> {
    if (this.#startedAtMs === undefined) return;
    const heardMs = performance.now() - this.#startedAtMs;
    const aheadMs = (this.#emittedSamples / this.#voice.sampleRate) * 1000 - heardMs;
    const waitMs = Math.min(aheadMs - MAX_AHEAD_MS, MAX_WAIT_MS);
    if (waitMs > 0) await setTimeout(waitMs, undefined, { signal: this.abortSignal });
  }

  /** Puts the sound of a phrase out, after the one before it. */
  async #putPhrase(previous: Promise<void>, phrase: Phrase, sound: EarlyPieces): Promise<void> {
    await previous;
    // The framework concatenates these texts, so each keeps its trailing white space.
    const text = /\s$/.test(phrase.text) ? phrase.text : `${phrase.text} `;
    let timed: voice.TimedString[] | undefined = [
      voice.createTimedString({ text, startTime: this.#emittedSamples / this.#voice.sampleRate }),
    ];
    for await (const samples of wholeFrames(sound, (FRAME_MS * this.#voice.sampleRate) / 1000)) {
      if (this.abortSignal.aborted) return;
      this.#startedAtMs ??= performance.now();
      this.#putFrame(samples, timed);
      timed = undefined;
    }
    // Without text: the phrase before it is complete.
    const end = voice.createTimedString({ text: "", endTime: this.#emittedSamples / this.#voice.sampleRate });
    if (this.#heldFrame) this.#heldFrame.timedTranscripts = [...(this.#heldFrame.timedTranscripts ?? []), end];
  }

  #putFrame(samples: Int16Array, timedTranscripts: voice.TimedString[] | undefined): void {
    this.#releaseFrame(false);
    this.#heldFrame = {
      requestId: this.#requestId,
      segmentId: this.#requestId,
      frame: new AudioFrame(samples, this.#voice.sampleRate, 1, samples.length),
      ...(timedTranscripts && { timedTranscripts }),
    };
    this.#emittedSamples += samples.length;
  }

  #releaseFrame(final: boolean): void {
    if (this.#heldFrame && !this.queue.closed) this.queue.put({ ...this.#heldFrame, final });
    this.#heldFrame = undefined;
  }
}

/** Reads its source from the start, before the pieces are wanted, and keeps them. A failure is thrown to the reader. */
class EarlyPieces implements AsyncIterable<Uint8Array> {
  readonly #pieces: Uint8Array[] = [];
  #ended = false;
  #failure: { error: unknown } | undefined;
  #wake: () => void = () => {};

  constructor(source: AsyncIterable<Uint8Array>) {
    void this.#read(source);
  }

  async #read(source: AsyncIterable<Uint8Array>): Promise<void> {
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

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece) yield piece;
      else if (this.#failure) throw this.#failure.error;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** Cuts bytes of 16-bit samples into frames; the last one may be shorter. A sample may be split between two pieces. */
async function* wholeFrames(pieces: AsyncIterable<Uint8Array>, frameSamples: number): AsyncGenerator<Int16Array> {
  const frameBytes = frameSamples * SAMPLE_BYTES;
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    let bytes = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    for (; bytes.length >= frameBytes; bytes = bytes.subarray(frameBytes)) yield samplesOf(bytes.subarray(0, frameBytes));
    rest = bytes;
  }
  if (rest.length >= SAMPLE_BYTES) yield samplesOf(rest);
}

function samplesOf(bytes: Buffer): Int16Array {
  const samples = new Int16Array(Math.floor(bytes.length / SAMPLE_BYTES));
  for (let index = 0; index < samples.length; index++) samples[index] = bytes.readInt16LE(index * SAMPLE_BYTES);
  return samples;
}
