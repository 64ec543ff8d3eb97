import { createRequire } from "node:module";
import { beforeAll, describe, expect, it } from "vitest";
import { softerBy, startingAt, throughLine } from "../testing/returning-line.ts";
import { speechSample } from "../testing/speech-sample.ts";
import { FRAME_SAMPLES, PHONE_RATE, SAMPLE_RATE } from "./audio-format.ts";
import { type CarrierInput, openCarrierTransport } from "./carrier-transport.ts";
import { EchoCanceller, type EchoProcessor, echoCanceling } from "./echo-canceller.ts";
import { levelOf } from "./level-of.ts";
import { decodeMuLaw, encodeMuLaw } from "./mu-law.ts";
import { openWebRtcEcho } from "./webrtc-echo.ts";

const GREETING =
  "Hello, this is Riley at the Gulf Street Bakery. We bake bread, rolls and cakes, every day from six in the morning until eight in the evening. How may I help you today?";
const NONE = { delayMs: 0, gainDb: Number.NEGATIVE_INFINITY };
const noFault = (cause: unknown) => {
  throw cause;
};

let ours: Int16Array;
let theirs: Int16Array;
beforeAll(async () => {
  [ours, theirs] = await Promise.all([speechSample(GREETING), speechSample("Stop, please. Are you open on Saturday?", "rms")]);
});

/** Our greeting, again and again. */
const speaking = (seconds: number) => Int16Array.from({ length: seconds * SAMPLE_RATE }, (_, at) => ours[at % ours.length] ?? 0);

/** The real processor, and how many frames it cleaned. */
function counted(): EchoProcessor & { frames: number } {
  const real = openWebRtcEcho();
  return {
    frames: 0,
    sent: (pcm) => real.sent(pcm),
    clean(pcm) {
      this.frames += 1;
      real.clean(pcm);
    },
    close: () => real.close(),
  };
}

describe("the echo of our sound", () => {
  it.each([
    { delayMs: 100, gainDb: -20, driftPpm: 0, firstDb: 25, laterDb: 35 },
    { delayMs: 30, gainDb: -36, driftPpm: 50, firstDb: 18, laterDb: 30 },
    { delayMs: 600, gainDb: -30, driftPpm: 0, firstDb: 18, laterDb: 30 },
  ])("after $delayMs ms at $gainDb dB is taken away, and a person over it is heard", ({ firstDb, laterDb, ...line }) => {
    const canceller = new EchoCanceller(openWebRtcEcho(), noFault);
    const person = startingAt(6, theirs, 10);
    const { heard, cleaned } = throughLine(canceller, line, speaking(10), person);
    expect(softerBy(heard, cleaned, 0, 1)).toBeGreaterThan(firstDb);
    expect(softerBy(heard, cleaned, 2, 6)).toBeGreaterThan(laterDb);
    expect(Math.abs(softerBy(person, cleaned, 6, 8))).toBeLessThan(4);
    canceller.close();
  });

  it("is looked for, at little cost, after 20 s of our speech without one", () => {
    const processor = counted();
    const canceller = new EchoCanceller(processor, noFault);
    const person = startingAt(36, theirs, 40);
    const clear = throughLine(canceller, NONE, speaking(40), person);
    expect(canceller.isResting).toBe(true);
    expect(processor.frames).toBeLessThan(3_500);
    // Sound passes as it is.
    expect(clear.cleaned.subarray(36 * SAMPLE_RATE)).toEqual(clear.heard.subarray(36 * SAMPLE_RATE));

    const before = processor.frames;
    const back = throughLine(canceller, { delayMs: 200, gainDb: -30 }, speaking(4), new Int16Array());
    expect(canceller.isResting).toBe(false);
    // It is found within a second.
    expect(processor.frames - before).toBeGreaterThan(300);
    expect(softerBy(back.heard, back.cleaned, 1.2, 4)).toBeGreaterThan(25);
    canceller.close();
  });

  it("is found in packets that come late and in heaps", () => {
    const canceller = new EchoCanceller(openWebRtcEcho(), noFault);
    let heap: Int16Array[] = [];
    let frames = 0;
    const cleaned: Int16Array[] = [];
    const line = {
      sent: (pcm: Int16Array) => canceller.sent(pcm),
      clean(pcm: Int16Array) {
        heap.push(pcm);
        frames += 1;
        // Heaps of 10 to 90 ms.
        if (frames % 7 !== 0 && frames % 9 !== 0) return new Int16Array();
        for (const each of heap) cleaned.push(canceller.clean(each));
        heap = [];
        return new Int16Array();
      },
    };
    const { heard } = throughLine(line, { delayMs: 120, gainDb: -30 }, speaking(6), new Int16Array());
    const left = Int16Array.from(cleaned.flatMap((pcm) => [...pcm]));
    expect(left.length).toBeGreaterThan(5.8 * SAMPLE_RATE);
    expect(softerBy(heard, left, 2, 5.8)).toBeGreaterThan(25);
    canceller.close();
  });

  it("is silenced without a processor, and a person is heard", () => {
    const canceller = new EchoCanceller(undefined, noFault);
    const person = startingAt(4, theirs, 8);
    const { heard, cleaned } = throughLine(canceller, { delayMs: 250, gainDb: -30 }, speaking(8), person);
    expect(softerBy(heard, cleaned, 0, 4)).toBeGreaterThan(40);
    expect(Math.abs(softerBy(heard, cleaned, 4, 6))).toBeLessThan(1);
  });
});

/** The share of a person's voiced frames that passed as they were heard. */
function unchanged(person: Int16Array, heard: Int16Array, cleaned: Int16Array, from: number, to: number): number {
  const frame = (pcm: Int16Array, at: number) => pcm.subarray(at, at + FRAME_SAMPLES);
  let [voiced, same] = [0, 0];
  for (let at = from * SAMPLE_RATE; at < to * SAMPLE_RATE; at += FRAME_SAMPLES) {
    if (levelOf(frame(person, at)) < 1_000) continue;
    voiced += 1;
    if (frame(cleaned, at).every((sample, index) => sample === heard[at + index])) same += 1;
  }
  return same / voiced;
}

it("leaves the words alone that interrupt us on a line with an echo", () => {
  const canceller = new EchoCanceller(openWebRtcEcho(), noFault);
  const person = startingAt(6, theirs, 10);
  const { heard, cleaned } = throughLine(canceller, { delayMs: 100, gainDb: -30 }, speaking(10), person);
  expect(unchanged(person, heard, cleaned, 6.1, 8.5)).toBeGreaterThan(0.85);
  canceller.close();
});

it("takes away an echo that grows, as of a telephone that is put on the table", () => {
  const canceller = new EchoCanceller(openWebRtcEcho(), noFault);
  throughLine(canceller, { delayMs: 100, gainDb: -40 }, speaking(6), new Int16Array());
  const { heard, cleaned } = throughLine(canceller, { delayMs: 100, gainDb: -20 }, speaking(6), new Int16Array());
  expect(softerBy(heard, cleaned, 1.5, 6)).toBeGreaterThan(25);
  canceller.close();
});

it("leaves a person alone who speaks as loud as we do on a line without echo", () => {
  const canceller = new EchoCanceller(openWebRtcEcho(), noFault);
  const person = startingAt(0.2, theirs, 3);
  const { cleaned } = throughLine(canceller, NONE, speaking(3), person);
  expect(Math.abs(softerBy(person, cleaned, 0.2, 2.5))).toBeLessThan(3);
  canceller.close();
});

/** A telephone of a carrier that returns each packet 100 ms later, 30 dB softer. */
function loudTelephone(openProcessor: () => EchoProcessor, warnings: string[]) {
  const sent: Int16Array[] = [];
  const heard: Int16Array[] = [];
  let bring: (input: CarrierInput) => void = () => {};
  const none = () => {};
  const stream = {
    listen: (take: typeof bring) => {
      bring = take;
    },
    send(sound: string) {
      sent.push(decodeMuLaw(Buffer.from(sound, "base64")));
      const echo = (sent.at(-6) ?? new Int16Array(PHONE_RATE / 50)).map((sample) => sample * 0.03);
      bring({ sound: Buffer.from(encodeMuLaw(echo)).toString("base64") });
    },
  };
  const listener = {
    onConnected: none,
    onInterrupted: none,
    onRestored: none,
    onChannelOpen: none,
    onText: none,
    onClosed: none,
    onFault: noFault,
    onKey: none,
    onAudio: (pcm: Int16Array) => heard.push(pcm),
  };
  const withoutEcho = echoCanceling(openProcessor, (message) => warnings.push(message));
  const call = async () => {
    const { transport } = await withoutEcho(listener, (clean) => ({
      transport: openCarrierTransport(stream, clean, () => 0),
      answerSdp: "",
    }));
    sent.length = 0;
    heard.length = 0;
    const spoken = speaking(3);
    for (let at = 0; at < spoken.length; at += FRAME_SAMPLES) transport.sendAudio(spoken.subarray(at, at + FRAME_SAMPLES));
    transport.close();
    return Int16Array.from(heard.flatMap((pcm) => [...pcm]));
  };
  return { call };
}

it("is taken out of a carrier's stream", async () => {
  const warnings: string[] = [];
  const { call } = loudTelephone(openWebRtcEcho, warnings);
  const heard = await call();
  expect(heard).toHaveLength(3 * SAMPLE_RATE);
  expect(levelOf(heard)).toBeLessThan(3);
  expect(warnings).toEqual([]);
});

it("is silenced where the library is missing, or throws, with one warning for all calls", async () => {
  const missing: string[] = [];
  const withoutLibrary = loudTelephone(() => {
    throw new Error("Cannot find native binding.");
  }, missing);
  expect([levelOf(await withoutLibrary.call()), levelOf(await withoutLibrary.call())]).toEqual([0, 0]);
  expect(missing).toEqual([expect.stringContaining("Cannot find native binding.")]);

  const broken: string[] = [];
  const withBroken = loudTelephone(() => {
    const real = openWebRtcEcho();
    // Its handle is gone, so the library refuses every frame.
    real.close();
    return { sent: (pcm) => real.sent(pcm), clean: (pcm) => real.clean(pcm), close: () => {} };
  }, broken);
  expect([levelOf(await withBroken.call()), levelOf(await withBroken.call())]).toEqual([0, 0]);
  expect(broken).toEqual([expect.stringContaining("handle not found")]);
});

it("comes in the version of rtc-node, whose messages it speaks", () => {
  const require = createRequire(import.meta.url);
  const root = require.resolve("@livekit/rtc-node").replace(/dist\/.*$/, "");
  const of = (file: string) => require(file).dependencies["@livekit/rtc-ffi-bindings"];
  expect(of("../../package.json")).toBe(of(`${root}package.json`));
});
