import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Voice } from "@callwright/contract";
import { type APIConnectOptions, tts, voice } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { z } from "zod";
import { ProviderError } from "../../model/provider-error.ts";
import type { ProviderContext } from "../provider.ts";
import { readFakeSettings } from "./fake-settings.ts";
import { showMovingPicture } from "./moving-picture.ts";

const SAMPLE_RATE = 16_000;
const FRAME_SAMPLES = SAMPLE_RATE / 50;
const TONE_HZ = 440;
const TONE_LEVEL = 8000;
const MS_PER_CHARACTER = 60;
const Settings = z.looseObject({ voiceId: z.enum(["fake-tone", "fake-picture", "fake-fails", "fake-fails-once"]) });
type FakeVoiceId = z.infer<typeof Settings>["voiceId"];

/** A voice that hums, shows a picture or fails, as its name says. See README.md. */
export function createFakeVoice(settings: Voice, { onFrame }: Pick<ProviderContext, "onFrame"> = {}): tts.TTS {
  return new FakeTts(readFakeSettings(Settings, settings, "voice").voiceId, onFrame);
}

class FakeTts extends tts.TTS {
  override label = "callwright.fake-voice";
  readonly #voiceId: FakeVoiceId;
  readonly #onFrame: ProviderContext["onFrame"];
  #stopPicture: (() => void) | undefined;
  #failed = false;

  constructor(voiceId: FakeVoiceId, onFrame: ProviderContext["onFrame"]) {
    super(SAMPLE_RATE, 1, { streaming: true, alignedTranscript: true });
    this.#voiceId = voiceId;
    this.#onFrame = onFrame;
  }

  override get provider(): string {
    return "callwright";
  }

  override get model(): string {
    return this.#voiceId;
  }

  failIfTold(): void {
    if (this.#voiceId === "fake-tone" || this.#voiceId === "fake-picture") return;
    if (this.#voiceId === "fake-fails-once" && this.#failed) return;
    this.#failed = true;
    throw new ProviderError("The fake voice failed, as it was told.", { provider: "callwright", part: "voice", retryable: true });
  }

  override synthesize(): tts.ChunkedStream {
    throw new Error("Use stream()");
  }

  override stream(options?: { connOptions?: APIConnectOptions }): tts.SynthesizeStream {
    if (this.#voiceId === "fake-picture" && this.#onFrame) this.#stopPicture ??= showMovingPicture(this.#onFrame);
    return new FakeStream(this, options?.connOptions);
  }

  override async close(): Promise<void> {
    this.#stopPicture?.();
    await super.close();
  }
}

/** Hums every piece of text on arrival: 60 ms for each character. */
class FakeStream extends tts.SynthesizeStream {
  override label = "callwright.fake-voice.stream";
  readonly #voice: FakeTts;

  constructor(owner: FakeTts, connOptions?: APIConnectOptions) {
    super(owner, connOptions);
    this.#voice = owner;
  }

  protected override async run(): Promise<void> {
    const requestId = randomUUID();
    const put = (frame: AudioFrame, final: boolean, timedTranscripts?: voice.TimedString[]) =>
      this.queue.put({ requestId, segmentId: requestId, frame, final, ...(timedTranscripts ? { timedTranscripts } : {}) });
    let samples = 0;
    for await (const text of this.input) {
      if (this.abortSignal.aborted) return;
      if (typeof text !== "string" || text.trim() === "") continue;
      this.markStarted();
      this.#voice.failIfTold();
      // As every voice does, it lets other work run between two pieces.
      await nextTurn();
      const frames = Math.ceil((text.length * MS_PER_CHARACTER * SAMPLE_RATE) / 1000 / FRAME_SAMPLES);
      for (let index = 0; index < frames; index++) {
        const startTime = samples / SAMPLE_RATE;
        put(hum(samples), false, index === 0 ? [voice.createTimedString({ text, startTime })] : undefined);
        samples += FRAME_SAMPLES;
      }
    }
    if (samples > 0) put(hum(samples), true);
    this.queue.put(tts.SynthesizeStream.END_OF_STREAM);
  }
}

/** 11 waves in whole samples, and one further frame, so that any frame of the hum is a part of it. */
const WAVES_SAMPLES = (SAMPLE_RATE * 11) / TONE_HZ;
const WAVES = Int16Array.from(
  { length: WAVES_SAMPLES + FRAME_SAMPLES },
  (_, index) => TONE_LEVEL * Math.sin((2 * Math.PI * TONE_HZ * index) / SAMPLE_RATE),
);

function hum(fromSample: number): AudioFrame {
  const start = fromSample % WAVES_SAMPLES;
  return new AudioFrame(WAVES.slice(start, start + FRAME_SAMPLES), SAMPLE_RATE, 1, FRAME_SAMPLES);
}
