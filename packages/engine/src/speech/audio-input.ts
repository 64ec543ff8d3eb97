import { voice } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "../media/audio-format.ts";

/** Frames the session has not read yet may pile up this far before writing waits, which it never does here. */
const NO_BACKPRESSURE = { highWaterMark: 1_000_000 };

/** The assistant's ear: hands pushed audio to the session. */
export class CallAudioInput extends voice.AudioInput {
  #writer: WritableStreamDefaultWriter<AudioFrame>;
  #closed = false;

  constructor() {
    super();
    const { readable, writable } = new TransformStream<AudioFrame, AudioFrame>(undefined, NO_BACKPRESSURE, NO_BACKPRESSURE);
    this.#writer = writable.getWriter();
    this.multiStream.addInputStream(readable);
  }

  push(pcm: Int16Array): void {
    // A write fails only when the session has closed the stream: then nobody listens.
    if (!this.#closed) this.#writer.write(new AudioFrame(pcm, SAMPLE_RATE, 1, pcm.length)).catch(() => {});
  }

  override async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writer.close().catch(() => {});
    await super.close();
  }
}
