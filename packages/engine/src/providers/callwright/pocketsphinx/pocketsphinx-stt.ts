import { type APIConnectOptions, inference, stt, type VADEvent, VADEventType } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import type { Decoder } from "./decoder.ts";
import { DecoderPool } from "./decoder-pool.ts";

const SAMPLE_RATE = 16_000;
const DETECTOR_WINDOW_SAMPLES = 512;
const sharedPool = new DecoderPool();

/**
 * pocketsphinx as a streaming STT. A voice activity detector cuts the call into utterances, because the recognizer fails on
 * the silence of a continuous call. Each utterance, with the half second before it, gets its own decoder.
 * A failing decoder emits a recoverable `error` event; recognition continues with the next utterance.
 */
export class PocketsphinxStt extends stt.STT {
  override label = "callwright.pocketsphinx";
  readonly detector = new inference.VAD({ model: "silero" });
  readonly pool: DecoderPool;

  constructor(pool: DecoderPool = sharedPool) {
    super({ streaming: true, interimResults: false });
    this.pool = pool;
  }

  override get model(): string {
    return "pocketsphinx";
  }

  override get provider(): string {
    return "callwright";
  }

  protected override _recognize(): Promise<stt.SpeechEvent> {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): stt.SpeechStream {
    return new PocketsphinxStream(this, options?.connOptions);
  }
}

class PocketsphinxStream extends stt.SpeechStream {
  override label = "callwright.pocketsphinx.stream";
  readonly #stt: PocketsphinxStt;
  /** The decoder of the utterance that is being spoken. */
  #current: Decoder | undefined;
  /** Decoders without a result yet. */
  readonly #finishing = new Set<Decoder>();
  #inputEndsAtSample = Number.POSITIVE_INFINITY;
  /** Keeps results in the order of speech. */
  #lastResult: Promise<void> = Promise.resolve();

  constructor(owner: PocketsphinxStt, connOptions?: APIConnectOptions) {
    super(owner, SAMPLE_RATE, connOptions);
    this.#stt = owner;
  }

  protected override async run(): Promise<void> {
    const { pool, detector } = this.#stt;
    const speech = detector.stream();
    const stop = () => speech.close();
    this.abortSignal.addEventListener("abort", stop);
    pool.open();
    try {
      this.#feed(speech).catch(stop);
      for await (const event of speech) {
        this.#follow(event);
        if (event.samplesIndex >= this.#inputEndsAtSample) break;
      }
      this.#endUtterance(0);
      await this.#lastResult;
    } finally {
      this.abortSignal.removeEventListener("abort", stop);
      if (!this.abortSignal.aborted) stop();
      this.#current?.kill();
      for (const decoder of this.#finishing) decoder.kill();
      pool.close();
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

  #follow(event: VADEvent): void {
    if (event.type === VADEventType.START_OF_SPEECH) {
      this.#current ??= this.#stt.pool.take();
      this.#write(event);
    } else if (event.type === VADEventType.INFERENCE_DONE && event.speaking) this.#write(event);
    else if (event.type === VADEventType.END_OF_SPEECH) this.#endUtterance(event.speechDuration);
  }

  #write(event: VADEvent): void {
    for (const frame of event.frames) this.#current?.write(frame.data);
  }

  #endUtterance(speechMs: number): void {
    const decoder = this.#current;
    if (!decoder) return;
    this.#current = undefined;
    this.#finishing.add(decoder);
    const words = decoder.finish();
    words.catch(() => undefined); // #report reports it
    this.#lastResult = this.#lastResult.then(() => this.#report(words, speechMs)).finally(() => this.#finishing.delete(decoder));
  }

  async #report(words: Promise<string>, speechMs: number): Promise<void> {
    try {
      const text = await words;
      if (text === "" || this.queue.closed) return;
      const data: stt.SpeechData = {
        language: "en" as stt.SpeechData["language"],
        text,
        startTime: 0,
        endTime: 0,
        confidence: 1,
      };
      this.queue.put({ type: stt.SpeechEventType.FINAL_TRANSCRIPT, alternatives: [data] });
      this.queue.put({ type: stt.SpeechEventType.RECOGNITION_USAGE, recognitionUsage: { audioDuration: speechMs / 1000 } });
    } catch (error) {
      if (this.abortSignal.aborted || this.#stt.listenerCount("error") === 0 || !(error instanceof Error)) return;
      this.#stt.emit("error", { type: "stt_error", timestamp: Date.now(), label: this.#stt.label, error, recoverable: true });
    }
  }
}
