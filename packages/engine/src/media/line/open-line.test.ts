import { LINES, type Line } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { synthesise } from "../../providers/callwright/flite/synthesise.ts";
import { FRAME_SAMPLES, SAMPLE_RATE } from "../audio-format.ts";
import { powerOf } from "../goertzel.ts";
import { levelOf } from "../level-of.ts";
import { createRandom } from "../sound-parts.ts";
import { trimSilence } from "../wave.ts";
import { lineBackground } from "./line-background.ts";
import { openLine } from "./open-line.ts";
import { activeLevelOf, atSpeechLevel, gainOf, SPEECH_LEVEL } from "./speech-level.ts";

const speak = async (voice: string, text: string) => trimSilence(await synthesise(voice, text)).samples;
const SENTENCE = "Hello, I would like to book a table for four people on Friday evening, please.";
const silence = (seconds: number) => new Int16Array(seconds * SAMPLE_RATE);
const tone = (hz: number, seconds: number, amplitude = 8_000) =>
  Int16Array.from({ length: seconds * SAMPLE_RATE }, (_, at) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE)),
  );
const noise = (seconds: number, amplitude = 6_000) => {
  const random = createRandom(1);
  return Int16Array.from({ length: seconds * SAMPLE_RATE }, () => Math.round(amplitude * (2 * random() - 1)));
};
const dB = (ratio: number) => 20 * Math.log10(ratio);

interface Sides {
  caller?: Int16Array;
  agent?: Int16Array;
  background?: Int16Array;
  seed?: number;
}

/** Both sides through a line, in frames of 10 ms. */
function through(line: Line, { caller, agent, background, seed = 1 }: Sides) {
  const opened = openLine(line, seed, background);
  const samples = Math.max(caller?.length ?? 0, agent?.length ?? 0);
  const frames = Math.floor(samples / FRAME_SAMPLES);
  const heard = new Int16Array(frames * FRAME_SAMPLES);
  const frameOf = (sound: Int16Array | undefined, from: number) => {
    const frame = new Int16Array(FRAME_SAMPLES);
    if (sound) frame.set(sound.subarray(from, from + FRAME_SAMPLES));
    return frame;
  };
  for (let at = 0; at < heard.length; at += FRAME_SAMPLES) heard.set(opened.push(frameOf(caller, at), frameOf(agent, at)), at);
  return { heard, stats: opened.stats };
}

/** The part of a tone in sound that has settled, in decibels of full scale. */
const powerAt = (hz: number, sound: Int16Array) => {
  const block = Float32Array.from(sound.subarray(SAMPLE_RATE / 5));
  return 10 * Math.log10(powerOf(hz, block) / (block.length / 2) ** 2);
};

/** Everything at once. */
const WORST: Line = {
  background: { sound: "cafe", snrDb: 5 },
  loss: { share: 0.1, burstPackets: 2 },
  jitter: { meanMs: 20, bufferMs: 40 },
  band: "narrow",
  clippingDb: 15,
  levelDb: -3,
  echo: { levelDb: -20, delayMs: 100 },
  drop: { atSeconds: 2, forSeconds: 1 },
};

describe("a line", () => {
  it("gives the same bytes for the same seed, and others for another one", async () => {
    const caller = atSpeechLevel(await speak("slt", SENTENCE));
    for (const [name, line] of [...LINES.map(({ key, line: each }) => [key, each] as const), ["worst", WORST] as const]) {
      const background = line.background && (await lineBackground(line.background.sound ?? "cafe", speak));
      const sides = { caller, agent: noise(3), background };
      const [first, again, other] = [1, 1, 2].map((seed) => Buffer.from(through(line, { ...sides, seed }).heard.buffer));
      expect.soft(first?.equals(again ?? Buffer.of()), name).toBe(true);
      const isRandom = line.background !== undefined || line.loss !== undefined;
      expect.soft(first?.equals(other ?? Buffer.of()), name).toBe(!isRandom);
    }
  });

  it("does not change one impairment by another", async () => {
    const background = await lineBackground("street", speak);
    const caller = noise(5);
    const losses = (line: Line) => through({ loss: { share: 0.2 }, band: "wide", ...line }, { caller, background }).stats;
    expect(losses({ background: { sound: "street" }, levelDb: -10 })).toEqual(losses({}));
  });

  it("passes a voice unchanged on a wide band, and only µ-law and half of the band without any field", () => {
    const caller = noise(1);
    expect(through({ band: "wide" }, { caller }).heard).toEqual(caller);
    const levels = [1_000, 3_000, 5_000].map((hz) => powerAt(hz, through({}, { caller: tone(hz, 1) }).heard));
    const sent = powerAt(1_000, tone(1_000, 1));
    expect(levels[0]).toBeCloseTo(sent, 0);
    expect(levels[1]).toBeCloseTo(sent, 0);
    expect(levels[2]).toBeLessThan(sent - 40);
  });

  it("passes 300 to 3400 Hz on an old telephone", () => {
    const sent = powerAt(1_000, tone(1_000, 1));
    const lost = (hz: number) => sent - powerAt(hz, through({ band: "narrow" }, { caller: tone(hz, 1) }).heard);
    for (const hz of [500, 1_000, 2_500]) expect.soft(Math.abs(lost(hz)), `${hz} Hz`).toBeLessThan(1);
    // The filters between the rates take another 2.5 dB from 3400 Hz.
    expect.soft(Math.abs(lost(300) - 3)).toBeLessThan(1);
    expect.soft(Math.abs(lost(3_400) - 5.5)).toBeLessThan(1);
    for (const hz of [150, 3_800]) expect.soft(lost(hz), `${hz} Hz`).toBeGreaterThan(15);
  });

  it("has each background as many decibels below speech as it says", async () => {
    for (const sound of ["cafe", "street", "television", "talker"] as const) {
      const background = await lineBackground(sound, speak);
      const { heard } = through({ background: { sound, snrDb: 10 }, band: "wide" }, { caller: silence(20), background });
      expect.soft(Math.abs(dB(SPEECH_LEVEL / activeLevelOf(heard)) - 10), sound).toBeLessThan(0.5);
    }
  });

  it("makes a background once", async () => {
    const made = await lineBackground("talker", speak);
    const failing = () => Promise.reject(new Error("no voice"));
    expect(await lineBackground("talker", failing)).toBe(made);
  });

  it("loses the share of packets that it says, in bursts as long as it says, and keeps the others", () => {
    const caller = noise(200);
    for (const [share, burstPackets] of [
      [0.02, 1],
      [0.1, 1],
      [0.1, 4],
      [0.5, 5],
    ] as const) {
      const { heard, stats } = through({ loss: { share, burstPackets }, band: "wide" }, { caller });
      const packet = 2 * FRAME_SAMPLES;
      // The end of a packet: its beginning may fade in.
      const isLost = Array.from({ length: heard.length / packet }, (_, at) => {
        const end = (at + 1) * packet;
        return caller.subarray(end - 40, end).some((sample, index) => sample !== heard[end - 40 + index]);
      });
      const lost = isLost.filter(Boolean).length;
      const bursts = isLost.filter((each, at) => each && !isLost[at - 1]).length;
      const name = `${share} in bursts of ${burstPackets}`;
      expect.soft(lost / isLost.length / share, name).toBeGreaterThan(0.8);
      expect.soft(lost / isLost.length / share, name).toBeLessThan(1.2);
      // Two bursts may meet.
      expect.soft(lost / bursts, name).toBeGreaterThan(0.8 * burstPackets);
      expect.soft(lost / bursts, name).toBeLessThan(1.4 * burstPackets);
      expect.soft(stats, name).toEqual({
        packetsLost: lost,
        packetsReceived: isLost.length - lost,
        concealedSamples: lost * packet,
      });
    }
  });

  it("repeats the last period in a gap, and is silent after 60 ms", () => {
    const caller = tone(200, 100);
    const { heard } = through({ loss: { share: 0.05, burstPackets: 8 }, band: "wide" }, { caller });
    const levels = Array.from({ length: heard.length / FRAME_SAMPLES }, (_, at) =>
      levelOf(heard.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES)),
    );
    const usual = levelOf(caller.subarray(0, FRAME_SAMPLES));
    const falls = levels.flatMap((level, at) => (level === 0 && (levels[at - 1] ?? 0) > 0 ? [at] : []));
    expect(falls.length).toBeGreaterThan(10);
    for (const at of falls) {
      const before = levels.slice(at - 6, at).map((level) => level / usual);
      // Full for 10 ms, then less and less: 0.9 to 0.1 at the middles of the frames.
      expect.soft(before[0]).toBeCloseTo(1, 1);
      for (const [index, expected] of [0.9, 0.7, 0.5, 0.3, 0.1].entries())
        expect.soft(Math.abs((before[index + 1] ?? 0) - expected)).toBeLessThan(0.05);
    }
    const steps = heard.map((sample, at) => Math.abs(sample - (heard[at - 1] ?? 0)));
    // A tone of 200 Hz changes by 628 a sample. Clicks would be many times that.
    expect(steps.reduce((most, step) => Math.max(most, step), 0)).toBeLessThan(2_000);
  });

  it("plays later by its jitter buffer, and loses what is later still, with what waits behind it", () => {
    const caller = noise(60);
    const patient = through({ jitter: { meanMs: 5, bufferMs: 500 }, band: "wide" }, { caller });
    const delay = SAMPLE_RATE / 2;
    expect(patient.heard.subarray(delay)).toEqual(caller.subarray(0, caller.length - delay));
    expect(patient.stats.packetsLost).toBe(0);
    const late = (meanMs: number, bufferMs: number) => {
      const { packetsLost, packetsReceived } = through({ jitter: { meanMs, bufferMs } }, { caller }).stats;
      return packetsLost / (packetsLost + packetsReceived);
    };
    // At least the packets that are late by themselves: e^(−buffer ∕ mean).
    for (const [meanMs, bufferMs] of [
      [20, 40],
      [20, 60],
      [40, 60],
    ] as const) {
      const alone = Math.exp(-bufferMs / meanMs);
      expect.soft(late(meanMs, bufferMs)).toBeGreaterThan(0.7 * alone);
      expect.soft(late(meanMs, bufferMs)).toBeLessThan(Math.min(1, 4 * alone));
    }
  });

  it("returns the agent's voice at its level, after its delay", () => {
    const agent = noise(3);
    for (const [levelDb, delayMs] of [
      [-20, 100],
      [-30, 253],
      [-6, 0],
    ] as const) {
      const { heard } = through({ echo: { levelDb, delayMs }, band: "wide" }, { agent });
      const productAt = (delay: number) => heard.reduce((sum, sample, at) => sum + sample * (agent[at - delay] ?? 0), 0);
      const delays = Array.from({ length: 6_000 }, (_, delay) => delay);
      const products = delays.filter((delay) => delay % 16 === 0).map((delay) => ({ delay, product: productAt(delay) }));
      const { delay } = products.reduce((most, each) => (each.product > most.product ? each : most));
      expect.soft(delay / 16).toBe(delayMs);
      expect.soft(Math.abs(dB(levelOf(heard.subarray(8_000)) / levelOf(agent)) - levelDb)).toBeLessThan(0.5);
    }
    expect(levelOf(through({}, { agent }).heard)).toBe(0);
  });

  it("changes the level, and cuts what an overdriven microphone cannot take", async () => {
    const caller = atSpeechLevel(await speak("slt", SENTENCE));
    const of = (line: Line) => through({ band: "wide", ...line }, { caller }).heard;
    expect(dB(levelOf(of({ levelDb: -12 })) / levelOf(caller))).toBeCloseTo(-12, 1);
    const peak = (sound: Int16Array) => sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    const cut = of({ clippingDb: 20 });
    expect(peak(cut)).toBe(Math.round(32_767 * gainOf(-20)));
    expect(peak(caller)).toBeGreaterThan(1.5 * peak(cut));
    expect(cut.every((sample, at) => sample === caller[at] || Math.abs(sample) === peak(cut))).toBe(true);
  });

  it("is silent in both directions while it is down, and as before after that", () => {
    const caller = noise(4);
    const line = openLine({ drop: { atSeconds: 1, forSeconds: 2 }, band: "wide" }, 1);
    const down: boolean[] = [];
    for (let at = 0; at < caller.length; at += FRAME_SAMPLES) {
      const frame = caller.subarray(at, at + FRAME_SAMPLES);
      down.push(line.isDown);
      expect(line.push(frame, frame)).toEqual(down.at(-1) ? new Int16Array(FRAME_SAMPLES) : frame);
    }
    expect([down.indexOf(true), down.lastIndexOf(true)]).toEqual([100, 299]);
  });

  it("does not overflow", async () => {
    const background = await lineBackground("cafe", speak);
    const loud = Int16Array.from({ length: SAMPLE_RATE }, (_, at) => (at % 40 < 20 ? 32_767 : -32_768));
    const line: Line = { background: { sound: "cafe", snrDb: -10 }, levelDb: 20, echo: { levelDb: 0, delayMs: 0 }, band: "wide" };
    const { heard } = through(line, { caller: loud, agent: loud, background });
    // A wrapped sample would have the other sign.
    const agrees = heard.filter((sample, at) => at > 1_000 && Math.sign(sample) === Math.sign(loud[at] ?? 0)).length;
    expect(agrees / (heard.length - 1_001)).toBeGreaterThan(0.99);
    expect(levelOf(heard)).toBeGreaterThan(30_000);
    for (const band of ["mu-law", "narrow"] as const)
      expect(levelOf(through({ ...line, band }, { caller: loud, agent: loud, background }).heard)).toBeGreaterThan(20_000);
  });

  it("needs the sound of its background", () => {
    expect(() => openLine({ background: { sound: "cafe" } }, 1)).toThrow("needs its sound");
  });
});
