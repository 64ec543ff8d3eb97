import { expect, it } from "vitest";
import { FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format.ts";
import type { MediaClock } from "./media-clock.ts";
import type { TransportListener } from "./media-transport.ts";
import { officeSound } from "./office-sound.ts";
import type { PhoneScript, PhoneScriptStep } from "./phone-script.ts";
import { openScriptedPhone } from "./scripted-phone.ts";

const tone = (ms: number) =>
  Int16Array.from({ length: (SAMPLE_RATE * ms) / 1000 }, (_, index) => Math.round(8_000 * Math.sin(index / 3)));
const FRAME = FRAME_SAMPLES;
const VOICE = tone(10);
const SILENCE = new Int16Array(FRAME);

/** A far end whose frames the test advances; each records its action and loudness. */
function call(script: PhoneScript, speak: (text: string) => Promise<Int16Array> = async () => tone(100)) {
  const told: string[] = [];
  const loudness: number[] = [];
  let due: (frames: number) => void = () => {};
  let isRunning = true;
  const clock = {
    start: (each: (frames: number) => void) => {
      due = each;
      return () => {
        isRunning = false;
      };
    },
  } as unknown as MediaClock;
  const listener: TransportListener = {
    onConnected: () => told.push("connected"),
    onInterrupted: () => told.push("interrupted"),
    onRestored: () => told.push("restored"),
    onChannelOpen: () => told.push("channel"),
    onAudio: (pcm) => loudness.push(Math.max(...pcm.map(Math.abs))),
    onText: () => told.push("text"),
    onKey: () => told.push("key"),
    onClosed: (end) => told.push(end),
    onFault: (cause) => told.push(String(cause)),
  };
  const transport = openScriptedPhone({ script, clock, speak, listener });
  /** The agent sends a frame for each received one. */
  const pass = async (ms: number, agent: Int16Array = SILENCE) => {
    for (let at = 0; at < ms; at += 10) {
      if (isRunning) due(1);
      transport.sendAudio(agent);
      await Promise.resolve();
    }
  };
  const isAudible = (fromMs: number, toMs: number) => loudness.slice(fromMs / 10, toMs / 10).some((level) => level > 1_000);
  return { transport, told, loudness, pass, isAudible };
}

it("waits, speaks, listens until the agent has spoken and is quiet, and hangs up", async () => {
  const { told, pass, isAudible, loudness } = call([
    { do: "wait", ms: 100 },
    { do: "say", text: "Hello?" },
    { do: "listen", quietMs: 500, maxMs: 10_000 },
  ]);
  await pass(400);
  expect(told).toEqual(["connected"]);
  expect([isAudible(0, 100), isAudible(100, 230), isAudible(240, 400)]).toEqual([false, true, false]);
  // Only silence is not an answer.
  await pass(2_000);
  await pass(300, VOICE);
  await pass(400);
  await pass(100, VOICE);
  await pass(450);
  expect(told).toEqual(["connected"]);
  await pass(100);
  expect(told).toEqual(["connected", "hung-up"]);
  const frames = loudness.length;
  await pass(100);
  expect(loudness).toHaveLength(frames);
});

it("takes the office behind the agent for silence", async () => {
  const { told, pass } = call([{ do: "listen", quietMs: 3_000, maxMs: 60_000 }]);
  const office = await officeSound();
  await pass(200, VOICE);
  for (let at = 0; at < 3.1 * SAMPLE_RATE; at += FRAME) await pass(10, office.subarray(at, at + FRAME));
  expect(told).toEqual(["connected", "hung-up"]);
});

it("beeps, and stops listening to an agent that never stops", async () => {
  const { told, pass, isAudible } = call([
    { do: "beep", hz: 1_000, ms: 200 },
    { do: "listen", quietMs: 500, maxMs: 1_000 },
  ]);
  await pass(1_150, VOICE);
  expect([isAudible(10, 200), isAudible(220, 1_150)]).toEqual([true, false]);
  expect(told).toEqual(["connected"]);
  await pass(100, VOICE);
  expect(told).toEqual(["connected", "hung-up"]);
});

it("holds until it gets further steps, and then goes on with them", async () => {
  const script: PhoneScriptStep[] = [{ do: "wait", ms: 50 }, { do: "hold" }];
  const { told, pass, isAudible } = call(script);
  await pass(5_000);
  expect(told).toEqual(["connected"]);
  script.push({ do: "say", text: "Hello?" }, { do: "hold" });
  await pass(1_000);
  expect(isAudible(5_000, 5_200)).toBe(true);
  expect(told).toEqual(["connected"]);
  script.push({ do: "wait", ms: 50 });
  await pass(100);
  expect(told).toEqual(["connected", "hung-up"]);
});

it("says nothing after it is closed, and reports a failing voice", async () => {
  const closed = call([{ do: "wait", ms: 100 }]);
  await closed.pass(50);
  closed.transport.close();
  await closed.pass(200);
  expect(closed.told).toEqual(["connected"]);
  const failing = call([{ do: "say", text: "Hello?" }], async () => Promise.reject(new Error("no voice")));
  await failing.pass(100);
  expect(failing.told.slice(0, 2)).toEqual(["connected", "Error: no voice"]);
});
