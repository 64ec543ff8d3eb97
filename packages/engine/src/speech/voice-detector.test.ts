import { initializeLogger, type VADEvent, VADEventType } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { beforeAll, expect, test } from "vitest";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import { SPEECH_END_LAG_MS, VOICE_WINDOW_MS } from "../media/pause-detector.ts";
import { synthesise } from "../providers/callwright/flite/synthesise.ts";
import { VoiceDetector } from "./voice-detector.ts";

const WINDOW_SAMPLES = (SAMPLE_RATE * VOICE_WINDOW_MS) / 1000;
/** The framework asks the end-of-turn model when an event has this much silence. */
const ASKS_AT_MS = 200;

beforeAll(() => initializeLogger({ pretty: false, level: "error" }));

/** Quieter samples are no voice. */
const LOUD = 650;

/** A spoken question with a second of silence after it: the end of its voice, and the detector's events until the end. */
async function heardQuestion(): Promise<{ voiceEndsAt: number; events: VADEvent[] }> {
  const { samples: speech } = await synthesise("slt", "what are your opening hours on saturday");
  const sound = new Int16Array(speech.length + SAMPLE_RATE);
  sound.set(speech);
  const stream = new VoiceDetector().stream();
  for (let at = 0; at + WINDOW_SAMPLES <= sound.length; at += WINDOW_SAMPLES)
    stream.pushFrame(new AudioFrame(sound.slice(at, at + WINDOW_SAMPLES), SAMPLE_RATE, 1, WINDOW_SAMPLES));
  const events: VADEvent[] = [];
  for await (const event of stream) {
    events.push(event);
    if (event.type === VADEventType.END_OF_SPEECH) break;
  }
  stream.close();
  return { voiceEndsAt: speech.findLastIndex((sample) => Math.abs(sample) > LOUD), events };
}

test("the end of a speech is reported as late as turns assume", async () => {
  const { voiceEndsAt, events } = await heardQuestion();
  const lagMs = (((events.at(-1)?.samplesIndex ?? 0) - voiceEndsAt) * 1000) / SAMPLE_RATE;
  expect(Math.abs(lagMs - SPEECH_END_LAG_MS)).toBeLessThan(2 * VOICE_WINDOW_MS);
});

test("the end-of-turn model is asked three windows before the speech ends, and not while there is voice", async () => {
  const { events } = await heardQuestion();
  const [asking, ...later] = events.filter(
    ({ type, speaking, rawAccumulatedSilence }) =>
      type === VADEventType.INFERENCE_DONE && speaking && rawAccumulatedSilence >= ASKS_AT_MS,
  );
  const end = events.at(-1);
  expect(end?.silenceDuration).toBe(6 * VOICE_WINDOW_MS);
  expect((end?.samplesIndex ?? 0) - (asking?.samplesIndex ?? 0)).toBe(3 * WINDOW_SAMPLES);
  expect(later).toHaveLength(3);
});
