import { type APIConnectOptions, stt, VADEventType } from "@livekit/agents";
import type { AudioFrame } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "../../media/audio-format.ts";
import { createPauseDetector } from "../../media/pause-detector.ts";
import { CONNECT_MS, openSocket } from "./open-socket.ts";
import { ServiceConnection } from "./service-connection.ts";
import type { HeardWords, StreamingTranscriber } from "./streaming-transcriber.ts";

/** Services want pieces of 50 ms or more. */
const CHUNKS_PER_SECOND = 20;

/** A streaming service as an STT. A stream is one connection. A failure ends it with a `ProviderError`. */
export class HostedStt extends stt.STT {
  override readonly label: string;
  readonly service: StreamingTranscriber;
  onSound?: ((seconds: number) => void) | undefined;

  constructor(service: StreamingTranscriber) {
    super({ streaming: true, interimResults: !service.finalOnly });
    this.label = `callwright.${service.provider}`;
    this.service = service;
  }

  override get model(): string {
    return this.service.model;
  }

  get chargedModel(): string {
    return this.service.chargedModel ?? this.service.model;
  }

  override get provider(): string {
    return this.service.provider;
  }

  protected override _recognize(): Promise<stt.SpeechEvent> {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): stt.SpeechStream {
    return new HostedStream(this, options?.connOptions);
  }
}

class HostedStream extends stt.SpeechStream {
  override readonly label: string;
  readonly #owner: HostedStt;
  readonly #service: StreamingTranscriber;
  readonly #sampleRate: number;
  #sentSamples = 0;
  #reportedSamples = 0;

  constructor(owner: HostedStt, connOptions?: APIConnectOptions) {
    const { sampleRate = SAMPLE_RATE } = owner.service;
    super(owner, sampleRate, connOptions);
    this.label = `${owner.label}.stream`;
    this.#owner = owner;
    this.#service = owner.service;
    this.#sampleRate = sampleRate;
  }

  /** While it connects, sound waits in the stream's input: as long as the deadlines of the connection at most. */
  protected override async run(): Promise<void> {
    const address = await this.#service.address(this.abortSignal);
    const connection = await openSocket(
      this.#service,
      address,
      this.abortSignal,
      (socket) => new ServiceConnection(this.#service, socket, (words) => this.#put(words)),
    );
    const stop = () => connection.close();
    this.abortSignal.addEventListener("abort", stop, { once: true });
    try {
      if (this.abortSignal.aborted) return;
      await connection.ready(CONNECT_MS);
      // A failure of the sending is one of the connection.
      await Promise.race([connection.done, this.#feed(connection).then(() => connection.done)]);
    } finally {
      this.abortSignal.removeEventListener("abort", stop);
      connection.close();
      this.#reportUsage();
    }
  }

  async #feed(connection: ServiceConnection): Promise<void> {
    const chunk = new Int16Array(this.#sampleRate / CHUNKS_PER_SECOND);
    const detector = connection.wantsEndOfSpeech ? new EndOfSpeech(() => connection.endSpeech()) : undefined;
    let filled = 0;
    const send = () => {
      connection.send(chunk);
      this.#sentSamples += filled;
      this.#owner.onSound?.(filled / this.#sampleRate);
      filled = 0;
    };
    try {
      for await (const frame of this.input) {
        if (this.abortSignal.aborted) return;
        if (typeof frame === "symbol") continue;
        detector?.push(frame);
        for (let at = 0; at < frame.data.length; ) {
          const piece = frame.data.subarray(at, at + chunk.length - filled);
          chunk.set(piece, filled);
          filled += piece.length;
          at += piece.length;
          if (filled === chunk.length) send();
        }
      }
      if (this.abortSignal.aborted) return;
      if (filled > 0) {
        chunk.fill(0, filled);
        send();
      }
      connection.finish();
    } finally {
      detector?.close();
    }
  }

  #put({ text, final, confidence = 0, language = this.#service.language }: HeardWords): void {
    if (this.queue.closed) return;
    const data = { language: language as stt.SpeechData["language"], text, startTime: 0, endTime: 0, confidence };
    const type = final ? stt.SpeechEventType.FINAL_TRANSCRIPT : stt.SpeechEventType.INTERIM_TRANSCRIPT;
    this.queue.put({ type, alternatives: [data] });
    if (final) this.#reportUsage();
  }

  /** Services charge for all sound, silence included. */
  #reportUsage(): void {
    const samples = this.#sentSamples - this.#reportedSamples;
    if (samples === 0 || this.queue.closed) return;
    this.#reportedSamples = this.#sentSamples;
    const audioDuration = samples / this.#sampleRate;
    this.queue.put({ type: stt.SpeechEventType.RECOGNITION_USAGE, recognitionUsage: { audioDuration } });
  }
}

/** Finds out when the caller stops speaking. */
class EndOfSpeech {
  readonly #speech = createPauseDetector().stream();

  constructor(onEnd: () => void) {
    // Without it, the service still sends the words at the end of the sound.
    this.#watch(onEnd).catch(() => undefined);
  }

  push(frame: AudioFrame): void {
    this.#speech.pushFrame(frame);
  }

  close(): void {
    this.#speech.close();
  }

  async #watch(onEnd: () => void): Promise<void> {
    for await (const { type } of this.#speech) if (type === VADEventType.END_OF_SPEECH) onEnd();
  }
}
