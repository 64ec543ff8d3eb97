import { type APIConnectOptions, createTimedString, tts } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import { type CallVoice, callVoice } from "./synthesis.ts";

/** A voice that plays a sound whatever it is given to say: its text is what the transcript has. */
export function soundFileVoice(load: () => Promise<Int16Array>): CallVoice {
  return callVoice("callwright", new SoundFileTts(load));
}

class SoundFileTts extends tts.TTS {
  override label = "callwright.SoundFile";
  readonly #load: () => Promise<Int16Array>;

  constructor(load: () => Promise<Int16Array>) {
    super(SAMPLE_RATE, 1, { streaming: true, alignedTranscript: true });
    this.#load = load;
  }

  /** Not offered: the framework's one-shot stream turns every failure into an unhandled rejection. */
  override synthesize(): tts.ChunkedStream {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): tts.SynthesizeStream {
    return new SoundFileStream(this, this.#load, options?.connOptions);
  }
}

class SoundFileStream extends tts.SynthesizeStream {
  override label = "callwright.SoundFileStream";
  readonly #load: () => Promise<Int16Array>;

  constructor(owner: SoundFileTts, load: () => Promise<Int16Array>, connOptions?: APIConnectOptions) {
    super(owner, connOptions);
    this.#load = load;
  }

  protected override async run(): Promise<void> {
    let text = "";
    for await (const piece of this.input) if (typeof piece === "string") text += piece;
    const sound = await this.#load();
    for (let at = 0; at < sound.length && !this.queue.closed; at += SAMPLE_RATE) {
      // The framework may keep the memory, and other calls have the same sound.
      const second = sound.slice(at, at + SAMPLE_RATE);
      this.queue.put({
        ...{ requestId: "sound-file", segmentId: "sound-file", final: false },
        frame: new AudioFrame(second, SAMPLE_RATE, 1, second.length),
        ...(at === 0 && {
          timedTranscripts: [createTimedString({ text, startTime: 0, endTime: sound.length / SAMPLE_RATE })],
        }),
      });
    }
    if (!this.queue.closed) this.queue.put(tts.SynthesizeStream.END_OF_STREAM);
  }
}
