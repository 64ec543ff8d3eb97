import { expect, it } from "vitest";
import { FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format.ts";
import { openLine } from "./line/open-line.ts";
import type { MediaClock } from "./media-clock.ts";
import type { TransportListener } from "./media-transport.ts";
import { officeSound } from "./office-sound.ts";
import type { PhoneScript, PhoneScriptStep } from "./phone-script.ts";
import { openScriptedPhone } from "./scripted-phone.ts";

const tone = (ms: number) =>
  Int16Array.from({ length: (SAMPLE_RATE * ms) / 1000 }, (_, index) => Math.round(8_000 * Math.sin(index / 3)));
const FRAME = FRAME_SAMPLES;
const VOICE = tone(10);
type Options = Parameters<typeof openScriptedPhone>[0];
const SILENCE = new Int16Array(FRAME);

/** A far end whose frames the test advances; each records its action and loudness. */
function call(script: PhoneScript, speak: Options["speak"] = async () => tone(100), line?: Options["line"]) {
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
  const said: string[] = [];
  const onSaid: Options["onSaid"] = ({ text, startedMs, endedMs }) => said.push(`${text} ${startedMs}–${endedMs}`);
  const transport = openScriptedPhone({ script, clock, speak, onSaid, listener, ...(line && { line }) });
  /** The agent sends a frame for each received one. */
  const pass = async (ms: number, agent: Int16Array = SILENCE) => {
    for (let at = 0; at < ms; at += 10) {
      if (isRunning) due(1);
      transport.sendAudio(agent);
      await Promise.resolve();
    }
  };
  const isAudible = (fromMs: number, toMs: number) => loudness.slice(fromMs / 10, toMs / 10).some((level) => level > 1_000);
  return { transport, told, said, loudness, pass, isAudible };
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

it("speaks pieces with pauses of their length, however long a voice takes, and says when each was heard", async () => {
  const script: PhoneScriptStep[] = [{ do: "hold" }];
  const asked: unknown[] = [];
  // 50 ms of silence around each text.
  const spoken = () => Int16Array.from([...tone(50).fill(0), ...tone(200), ...tone(50).fill(0)]);
  const { said, pass } = call(script, async (step) => {
    asked.push([step.text, step.voice, step.speed]);
    // The voice takes 50 ms: each 10 ms of a call are a turn here.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    return spoken();
  });
  await pass(100);
  script.push(
    { do: "say", text: "Two", voice: "awb", speed: 1.5 },
    { do: "wait", ms: 300 },
    { do: "say", text: "four" },
    { do: "hold" },
  );
  await pass(1_500);
  const times = said.map((each) => each.split(/[ –]/));
  expect(times.map(([text]) => text)).toEqual(["Two", "four"]);
  const [[, first = "", end = ""] = [], [, second = "", last = ""] = []] = times;
  expect([Number(end) - Number(first), Number(second) - Number(end), Number(last) - Number(second)]).toEqual([200, 400, 200]);
  expect(asked).toEqual([
    ["Two", "awb", 1.5],
    ["four", undefined, undefined],
  ]);
});

it("interrupts an agent that has been speaking for a while, and not one that has stopped", async () => {
  const script: PhoneScriptStep[] = [
    { do: "overhear", spokenMs: 1_000, maxMs: 60_000 },
    { do: "say", text: "Wait!" },
    { do: "hold" },
  ];
  const { said, pass } = call(script);
  await pass(900, VOICE);
  await pass(600);
  await pass(500, VOICE);
  // A pause between two words.
  await pass(200);
  expect(said).toEqual([]);
  await pass(290, VOICE);
  await pass(300);
  expect(said).toEqual([]);
  await pass(900, VOICE);
  expect(said).toHaveLength(1);
  const late = call([
    { do: "overhear", spokenMs: 1_000, maxMs: 2_000 },
    { do: "say", text: "Hello?" },
  ]);
  await late.pass(2_400);
  expect(late.said).toEqual(["Hello? 2000–2100"]);
});

it("counts what the agent spoke before it is waited for", async () => {
  const { said, pass } = call([
    { do: "wait", ms: 800 },
    { do: "overhear", spokenMs: 1_000, maxMs: 60_000 },
    { do: "say", text: "Wait!" },
    { do: "hold" },
  ]);
  await pass(1_200, VOICE);
  expect(said).toEqual(["Wait! 1000–1100"]);
});

it("stops in the middle of a word, leaves out what was to come, and goes on or hangs up", async () => {
  const script: PhoneScriptStep[] = [
    { do: "say", text: "One" },
    { do: "wait", ms: 500 },
    { do: "say", text: "Two" },
    { do: "hold" },
  ];
  const { said, told, pass } = call(script, async ({ text }) => tone(text === "Sorry." ? 100 : 1_000));
  await pass(300);
  script.push({ do: "stop" }, { do: "say", text: "Sorry." }, { do: "hold" });
  await pass(1_000);
  expect(said.map((each) => each.split(" ")[0])).toEqual(["One", "Sorry."]);
  const [, started = 0, ended = 0] = /(\d+)–(\d+)/.exec(said[0] ?? "")?.map(Number) ?? [];
  expect(ended - started).toBeLessThan(310);
  script.push({ do: "say", text: "Bye" });
  await pass(500);
  script.push({ do: "stop" });
  await pass(50);
  expect(told).toEqual(["connected", "hung-up"]);
  expect(said).toHaveLength(3);
});

it("says what was heard of a text that the end of the call cuts off", async () => {
  const { said, transport, pass } = call([{ do: "say", text: "One" }], async () => tone(1_000));
  await pass(300);
  transport.close();
  transport.close();
  expect(said).toHaveLength(1);
});

it("is heard over its line, hears nothing while that is down, and has its statistics", async () => {
  const steps: PhoneScript = [{ do: "listen", quietMs: 300, maxMs: 10_000 }];
  const line = openLine({ band: "wide", echo: { levelDb: 0, delayMs: 0 }, drop: { atSeconds: 0, forSeconds: 1 }, loss: {} }, 1);
  const { told, isAudible, pass, transport } = call(steps, undefined, line);
  await pass(900, VOICE);
  await pass(800);
  expect([told, isAudible(0, 1_000)]).toEqual([["connected"], false]);
  await pass(300, VOICE);
  expect(isAudible(1_700, 2_000)).toBe(true);
  await pass(400);
  expect(told).toEqual(["connected", "hung-up"]);
  const { packetsLost, packetsReceived } = await transport.stats();
  expect(packetsLost + packetsReceived).toBeGreaterThan(90);
});
