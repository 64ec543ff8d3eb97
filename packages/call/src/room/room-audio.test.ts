import { expect, it } from "vitest";
import { volumeOf } from "../speaking-detector.ts";
import { peakLevel } from "./room-audio.ts";

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
