import { type APIConnectOptions, createTimedString, tts } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import { type CallVoice, callVoice } from "./synthesis.ts";

/** 200 ms. */
const BEGINNING = SAMPLE_RATE / 5;

/** A voice that plays a sound for any text; the transcript shows the text. */
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

  /** Not supported: the framework's one-shot stream turns every failure into an unhandled rejection. */
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
    // A word counts as heard when half of it was played: all text exists from the beginning, so the rest of the sound gives no further information.
    this.#put(sound.slice(0, BEGINNING), [createTimedString({ text, startTime: 0, endTime: BEGINNING / SAMPLE_RATE })]);
    const rest = [createTimedString({ text: " ", startTime: BEGINNING / SAMPLE_RATE })];
    for (let at = BEGINNING; at < sound.length && !this.queue.closed; at += SAMPLE_RATE)
      this.#put(sound.slice(at, at + SAMPLE_RATE), at === BEGINNING ? rest : []);
    if (!this.queue.closed) this.queue.put(tts.SynthesizeStream.END_OF_STREAM);
  }

  /** A copy of the sound: the framework may keep it, and other calls share it. */
  #put(samples: Int16Array, timedTranscripts: ReturnType<typeof createTimedString>[]): void {
    if (this.queue.closed || samples.length === 0) return;
    const frame = new AudioFrame(samples, SAMPLE_RATE, 1, samples.length);
    this.queue.put({ requestId: "sound-file", segmentId: "sound-file", final: false, frame, timedTranscripts });
  }
}
