import { initializeLogger, VADEventType } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { beforeAll, describe, expect, it } from "vitest";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import { EchoCanceller } from "../media/echo-canceller.ts";
import { levelOf } from "../media/level-of.ts";
import { VOICE_WINDOW_MS } from "../media/pause-detector.ts";
import { openWebRtcEcho } from "../media/webrtc-echo.ts";
import { type ReturningLine, softerBy, startingAt, throughLine } from "../testing/returning-line.ts";
import { speechSample } from "../testing/speech-sample.ts";
import { planStop } from "./speaking-plan.ts";
import { VoiceDetector } from "./voice-detector.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "error" }));

const WINDOW_SAMPLES = (SAMPLE_RATE * VOICE_WINDOW_MS) / 1000;
const { minDuration } = planStop().interruption;
const NOBODY = new Int16Array();
const PLACES = ["Gulf Street Bakery", "Harbour Clinic", "Northside Garage", "Old Mill Hotel", "City Library"];
const ASSISTANTS = ["Riley", "Anna", "Thomas", "Maria"];

/** Through a new canceller. */
function through(line: ReturningLine, sent: Int16Array, person: Int16Array) {
  const canceller = new EchoCanceller(openWebRtcEcho(), (cause) => {
    throw cause;
  });
  const result = throughLine(canceller, line, sent, person);
  canceller.close();
  return result;
}

/** Seconds after which a caller with this sound interrupts the assistant; undefined if never. */
async function interruptsAfter(sound: Int16Array): Promise<number | undefined> {
  const stream = new VoiceDetector().stream();
  const windows = Math.floor(sound.length / WINDOW_SAMPLES);
  for (let at = 0; at < windows; at++)
    stream.pushFrame(new AudioFrame(sound.slice(at * WINDOW_SAMPLES, (at + 1) * WINDOW_SAMPLES), SAMPLE_RATE, 1, WINDOW_SAMPLES));
  let heard = 0;
  let interrupted: number | undefined;
  for await (const { type, speechDuration } of stream) {
    if (type !== VADEventType.INFERENCE_DONE) continue;
    heard += 1;
    if (speechDuration >= minDuration) interrupted ??= (heard * VOICE_WINDOW_MS) / 1000;
    if (heard === windows) break;
  }
  stream.close();
  return interrupted;
}

const LINES = [-20, -30, -40, -50].flatMap((gainDb) =>
  [30, 100, 250, 400].flatMap((delayMs) => [0, 50, -50].map((driftPpm) => ({ gainDb, delayMs, driftPpm }))),
);

describe("an echo", () => {
  let ours: Int16Array;
  let theirs: Int16Array;
  beforeAll(async () => {
    ours = await speechSample(
      "Hello, this is Riley at the Gulf Street Bakery. We bake bread, rolls and cakes, every day from six in the morning until eight in the evening. You can order, ask for our opening hours, or leave a message.",
    );
    theirs = await speechSample("Stop, please. Are you open on Saturday?", "rms");
  });

  it.each(LINES)("at $gainDb dB, $delayMs ms late, $driftPpm ppm fast is gone, and a person over it is heard", (line) => {
    const sent = Int16Array.from({ length: 12 * SAMPLE_RATE }, (_, at) => ours[at % ours.length] ?? 0);
    const person = startingAt(7, theirs, 12);
    const { heard, cleaned } = through(line, sent, person);
    expect(levelOf(cleaned.subarray(SAMPLE_RATE, 7 * SAMPLE_RATE))).toBeLessThan(5);
    expect(softerBy(heard, cleaned, 0, 1)).toBeGreaterThan(line.gainDb === -50 ? 9 : 15);
    expect(Math.abs(softerBy(person, cleaned, 7, 9))).toBeLessThan(4);
  });
});

it("of 20 greetings interrupts none, and a person interrupts each", { timeout: 240_000 }, async () => {
  const stop = await speechSample("Stop, please. I have a question.", "rms");
  const names = PLACES.flatMap((place) =>
    ASSISTANTS.map((name) => `Hello, this is ${name} at the ${place}. How may I help you today?`),
  );
  const found = [];
  for (const [index, greeting] of names.entries()) {
    const { gainDb, delayMs, driftPpm } = LINES[(index * 7) % LINES.length] as (typeof LINES)[number];
    const ours = await speechSample(greeting, index % 2 === 0 ? "slt" : "awb");
    const sent = startingAt(0.1, ours.subarray(0, 4 * SAMPLE_RATE), 5);
    const bare = through({ gainDb, delayMs, driftPpm }, sent, NOBODY);
    const met = through({ gainDb, delayMs, driftPpm }, sent, startingAt(1.2, stop, 5));
    found.push({
      line: `${gainDb} dB ${delayMs} ms`,
      without: await interruptsAfter(bare.heard),
      alone: await interruptsAfter(bare.cleaned),
      person: await interruptsAfter(met.cleaned),
    });
  }
  expect(found.filter(({ alone }) => alone !== undefined)).toEqual([]);
  // As soon as without our sound and its echo, or in the next word.
  const expected = (await interruptsAfter(startingAt(1.2, stop, 5))) ?? 0;
  expect(found.filter(({ person = 9 }) => person < 1.2 || person > expected + 0.7)).toEqual([]);
  // Without the canceller, most of these echoes interrupt.
  expect(found.filter(({ without }) => without !== undefined).length).toBeGreaterThan(10);
});
