import { describe, expect, it } from "vitest";
import { FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format.ts";
import { KeyDetector } from "./key-detector.ts";
import { throughMuLaw } from "./mu-law.ts";
import { RateFilter } from "./rate-filter.ts";

const tone = (hz: number, rate: number, seconds = 0.5, amplitude = 10_000) =>
  Int16Array.from({ length: rate * seconds }, (_, index) => Math.round(amplitude * Math.sin((2 * Math.PI * hz * index) / rate)));

/** Pushes in frames of 10 ms, as calls do. */
function throughFilter(pcm: Int16Array, from: number, to: number): Int16Array {
  const filter = new RateFilter(from, to);
  const frame = from / 100;
  const frames = Array.from({ length: pcm.length / frame }, (_, index) => pcm.subarray(index * frame, (index + 1) * frame));
  return Int16Array.from(frames.flatMap((each) => [...filter.push(each)]));
}

/** Amplitude of a frequency in sound, after the filter has settled. */
function amplitudeOf(hz: number, pcm: Int16Array, rate: number): number {
  const settled = pcm.subarray(rate / 10);
  const [cosine, sine] = [Math.cos, Math.sin].map((part) =>
    settled.reduce((sum, sample, index) => sum + sample * part((2 * Math.PI * hz * index) / rate), 0),
  );
  return (2 * Math.hypot(cosine ?? 0, sine ?? 0)) / settled.length;
}

const dB = (amplitude: number) => 20 * Math.log10(amplitude / 10_000);

describe("the filter between two rates", () => {
  it.each([
    [8_000, 16_000],
    [16_000, 8_000],
    [48_000, 16_000],
    [16_000, 48_000],
  ])("passes speech from %i to %i Hz, holds nothing back, and lets no image or alias through", (from, to) => {
    expect(RateFilter.fits(from, to)).toBe(true);
    const low = Math.min(from, to);
    const passed = throughFilter(tone(1_000, from), from, to);
    expect(passed.length).toBe(0.5 * to);
    expect(Math.abs(dB(amplitudeOf(1_000, passed, to)))).toBeLessThan(0.1);
    if (to > from) expect(dB(amplitudeOf(low - 1_000, passed, to))).toBeLessThan(-50);
    else expect(dB(amplitudeOf(low * 0.375, throughFilter(tone(low * 0.625, from), from, to), to))).toBeLessThan(-50);
  });

  it("delays by 1.5 ms between 8 and 16 kHz", () => {
    const click = new Int16Array(160);
    click[0] = 20_000;
    const passed = throughFilter(click, 16_000, 8_000);
    const peak = passed.indexOf(Math.max(...passed));
    expect(peak / 8).toBeCloseTo(1.5, 0);
  });

  it("does not fit rates that are no multiples", () => {
    expect(RateFilter.fits(44_100, 16_000)).toBe(false);
  });
});

it("keeps samples through µ-law within its step, and gives G.711's levels", () => {
  expect([0, 1_000, -1_000, 32_767, -32_768].map(throughMuLaw)).toEqual([0, 988, -988, 32_124, -32_124]);
  for (let sample = -32_000; sample < 32_000; sample += 7)
    expect(Math.abs(throughMuLaw(sample) - sample)).toBeLessThanOrEqual(Math.max(4, Math.abs(sample) / 16));
});

describe("keys in the sound", () => {
  const ROWS = [697, 770, 852, 941];
  const COLUMNS = [1209, 1336, 1477, 1633];
  const press = (row: number, column: number) => {
    const [low, high] = [tone(ROWS[row] ?? 0, SAMPLE_RATE, 0.08, 6_000), tone(COLUMNS[column] ?? 0, SAMPLE_RATE, 0.08, 6_000)];
    return low.map((sample, index) => sample + (high[index] ?? 0));
  };
  const heardIn = (sounds: readonly Int16Array[]) => {
    const keys: string[] = [];
    const detector = new KeyDetector((key) => keys.push(key));
    for (const sound of sounds)
      for (let at = 0; at < sound.length; at += FRAME_SAMPLES) detector.push(sound.subarray(at, at + FRAME_SAMPLES));
    return keys.join("");
  };
  const pause = new Int16Array(SAMPLE_RATE * 0.06);

  it("finds each key once, and the same key twice", () => {
    const all = [0, 1, 2, 3].flatMap((row) => [0, 1, 2, 3].flatMap((column) => [press(row, column), pause]));
    expect(heardIn(all)).toBe("123A456B789C*0#D");
    expect(heardIn([press(1, 1), pause, press(1, 1)])).toBe("55");
  });

  it("counts a key once whose sound has a gap, and hides its tones from the first 10 ms to the last", () => {
    const gap = new Int16Array(SAMPLE_RATE * 0.02);
    const sound = Int16Array.from([...press(1, 1), ...gap, ...press(1, 1)]);
    expect(heardIn([sound])).toBe("5");
    const detector = new KeyDetector(() => {});
    const shown: number[] = [];
    for (let at = 0; at < sound.length; at += FRAME_SAMPLES) {
      detector.push(sound.subarray(at, at + FRAME_SAMPLES));
      if (!detector.isHeld) shown.push(at);
    }
    expect(shown).toEqual([]);
  });

  it("finds keys in sound of a telephone, and no key in a tone alone or in noise", () => {
    const narrow = throughFilter(throughFilter(press(3, 2), 16_000, 8_000).map(throughMuLaw), 8_000, 16_000);
    expect(heardIn([narrow])).toBe("#");
    let seed = 1;
    const noise = Int16Array.from({ length: SAMPLE_RATE }, () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return (seed % 20_000) - 10_000;
    });
    expect(heardIn([tone(770, SAMPLE_RATE), tone(1_000, SAMPLE_RATE), noise])).toBe("");
  });
});
