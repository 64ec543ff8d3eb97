import type { Transcriber } from "@callwright/contract";
import { type APIConnectOptions, stt } from "@livekit/agents";
import { z } from "zod";
import { SPEECH_PAUSE_MS } from "../../media/pause-detector.ts";
import type { HearingTranscriber } from "../provider.ts";
import { readFakeSettings } from "./fake-settings.ts";

const SAMPLE_RATE = 16_000;
/** Root mean square, of 32767, above which a frame is speech, and how long it must last. */
const SPEECH_LEVEL = 300;
const LEAST_SPEECH_MS = 100;
const Settings = z.looseObject({
  model: z.literal("fake-instant"),
  /** The recognized texts, one per utterance; the last one is repeated. */
  text: z.union([z.string(), z.array(z.string()).min(1)]).default("hello what are your opening hours on saturday"),
  /** The confidence of every utterance. 0: none is reported. */
  confidence: z.number().min(0).max(1).default(0),
});

/**
 * A transcriber that needs no time: for any speech, it returns its text. For measuring everything else, and for tests of turn taking. It replaces
 * pocketsphinx and is announced as it.
 */
export function createFakeTranscriber(settings: Transcriber): HearingTranscriber {
  const { text, confidence } = readFakeSettings(Settings, settings, "transcriber");
  return { hearing: "moonshine", stt: new FakeStt(typeof text === "string" ? [text] : text, confidence) };
}

class FakeStt extends stt.STT {
  override label = "callwright.fake-transcriber";
  readonly confidence: number;
  readonly #texts: string[];

  constructor(texts: readonly string[], confidence: number) {
    super({ streaming: true, interimResults: true });
    this.confidence = confidence;
    this.#texts = [...texts];
  }

  override get provider(): string {
    return "callwright";
  }

  override get model(): string {
    return "fake-instant";
  }

  /** The recognized text of the next utterance. */
  nextText(): string {
    return (this.#texts.length > 1 ? this.#texts.shift() : this.#texts[0]) ?? "";
  }

  protected override _recognize(): Promise<stt.SpeechEvent> {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): stt.SpeechStream {
    return new FakeStream(this, options?.connOptions);
  }
}

/** `quiet ── 100 ms of sound ──▶ speaking, partial ── the pause that ends a speech ──▶ quiet, final` */
class FakeStream extends stt.SpeechStream {
  override label = "callwright.fake-transcriber.stream";
  readonly #stt: FakeStt;

  constructor(owner: FakeStt, connOptions?: APIConnectOptions) {
    super(owner, SAMPLE_RATE, connOptions);
    this.#stt = owner;
  }

  protected override async run(): Promise<void> {
    let speechMs = 0;
    let silenceMs = 0;
    let text: string | undefined;
    for await (const frame of this.input) {
      if (this.abortSignal.aborted) return;
      if (typeof frame === "symbol") continue;
      const frameMs = (frame.samplesPerChannel * 1000) / frame.sampleRate;
      if (level(frame.data) > SPEECH_LEVEL) {
        speechMs += frameMs;
        silenceMs = 0;
      } else silenceMs += frameMs;
      if (text === undefined && speechMs > LEAST_SPEECH_MS) {
        text = this.#stt.nextText();
        this.#put(stt.SpeechEventType.INTERIM_TRANSCRIPT, text.split(" ")[0] ?? "");
      }
      if (silenceMs > SPEECH_PAUSE_MS) {
        if (text !== undefined) this.#put(stt.SpeechEventType.FINAL_TRANSCRIPT, text);
        text = undefined;
        speechMs = 0;
      }
    }
  }

  #put(type: stt.SpeechEventType, text: string): void {
    if (this.queue.closed || text === "") return;
    const { confidence } = this.#stt;
    const data: stt.SpeechData = { language: "en" as stt.SpeechData["language"], text, startTime: 0, endTime: 0, confidence };
    this.queue.put({ type, alternatives: [data] });
  }
}

function level(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}
