import { describe, expect, it } from "vitest";
import { volumeOf } from "../speaking-detector.ts";
import { OnsetSearch, peakLevel } from "./room-audio.ts";

const SAMPLE_RATE = 48_000;
const tone = (amplitude: number) =>
  Float32Array.from({ length: 4_096 }, (_, index) => amplitude * Math.sin((2 * Math.PI * 440 * index) / SAMPLE_RATE));

it.each([0.005, 0.075, 0.15, 0.6, 1])("a tone of amplitude %d has that level", (amplitude) => {
  expect(peakLevel(tone(amplitude))).toBeCloseTo(amplitude, 4);
  expect(peakLevel(tone(-amplitude))).toBeCloseTo(amplitude, 4);
});

it("silence has none, and sound beyond full scale has 1", () => {
  expect([peakLevel(new Float32Array(4_096)), peakLevel(new Float32Array()), peakLevel(tone(1.5))]).toEqual([0, 0, 1]);
});

it("a syllable among silence counts whole", () => {
  const samples = new Float32Array(4_096);
  samples.set(tone(0.075).subarray(0, 500), 1_000);
  expect(volumeOf(peakLevel(samples))).toBeCloseTo(0.5, 2);
});

const RATE = 1000; // 30 samples of quiet are needed

const sound = (length: number, level = 0.3) => new Float32Array(length).fill(level);
const quiet = (length: number) => sound(length, 0.001);
const joined = (...pieces: Float32Array[]) => Float32Array.from(pieces.flatMap((piece) => [...piece]));

describe("OnsetSearch", () => {
  it("finds the first audible sample after quiet", () => {
    expect(new OnsetSearch(RATE).find(joined(quiet(50), sound(10)))).toBe(50);
  });

  it("does not take the end of the turn before for the beginning", () => {
    expect(new OnsetSearch(RATE).find(joined(sound(40), quiet(30), sound(10)))).toBe(70);
  });

  it("does not stop in the gaps inside words", () => {
    expect(new OnsetSearch(RATE).find(joined(sound(10), quiet(29), sound(10)))).toBeUndefined();
  });

  it("takes a background sound for quiet", () => {
    const background = sound(50, 0.05);
    expect(new OnsetSearch(RATE).find(joined(background, sound(10)))).toBeUndefined();
    expect(new OnsetSearch(RATE, 0.06).find(joined(background, sound(10)))).toBe(50);
  });

  it("carries the quiet over from piece to piece", () => {
    const search = new OnsetSearch(RATE);
    expect(search.find(quiet(20))).toBeUndefined();
    expect(search.find(joined(quiet(10), sound(5)))).toBe(10);
  });
});
