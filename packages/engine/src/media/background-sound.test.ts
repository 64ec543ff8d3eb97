import { BACKGROUND_SOUND_MAX_LEVEL } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format.ts";
import { BackgroundSound } from "./background-sound.ts";
import { makeLoop } from "./make-loop.ts";
import { officeSound } from "./office-sound.ts";

const frame = (value = 0) => new Int16Array(FRAME_SAMPLES).fill(value);
const last = (pcm: Int16Array) => pcm[pcm.length - 1] ?? 0;
const steepest = (pcm: Int16Array) =>
  pcm.reduce((most, sample, index) => Math.max(most, Math.abs(sample - (pcm.at(index - 1) ?? 0))), 0);

/** The output of this many frames. */
function play(background: BackgroundSound, voice: Int16Array, frames: number): Int16Array {
  const played = new Int16Array(frames * FRAME_SAMPLES);
  for (let index = 0; index < frames; index++) played.set(background.behind(voice), index * FRAME_SAMPLES);
  return played;
}

describe("BackgroundSound", () => {
  it("fades in, is lower behind the voice, and comes back after the pause of a sentence", () => {
    const background = new BackgroundSound();
    const silence = frame();
    expect(background.behind(silence)).toBe(silence);
    background.play(new Int16Array(1000).fill(1000));
    expect(steepest(play(background, silence, 30).slice(1))).toBeLessThanOrEqual(1000);
    expect(last(background.behind(silence))).toBe(1000);
    const voice = frame(5000);
    expect(last(play(background, voice, 30))).toBe(5400);
    expect(voice).toEqual(frame(5000));
    expect(last(play(background, silence, 30))).toBe(400);
    expect(last(play(background, silence, 60))).toBe(1000);
  });

  it("does not overflow", () => {
    const background = new BackgroundSound();
    background.play(new Int16Array(1000).fill(30_000));
    expect(last(play(background, frame(32_000), 40))).toBe(32_767);
  });
});

describe("makeLoop", () => {
  /** A tone that ends in the middle of a period. */
  const tone = Int16Array.from({ length: 2.0013 * SAMPLE_RATE }, (_, index) => 20_000 * Math.sin(index * 0.05));

  it("has no click where it begins again", () => {
    const loop = makeLoop(tone);
    expect(steepest(loop)).toBeLessThan(2 * steepest(loop.slice(SAMPLE_RATE / 2, SAMPLE_RATE)) + 2);
  });

  it("brings every sound to the level of a background", () => {
    const meanOf = (pcm: Int16Array) => Math.sqrt(pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length) / 32_768;
    expect(meanOf(makeLoop(tone))).toBeCloseTo(0.01, 2);
    expect(meanOf(makeLoop(tone.map((sample) => sample / 100)))).toBeCloseTo(0.01, 2);
    const knocks = tone.map((_, index) => (index % 8000 === 0 ? 30_000 : 1));
    expect(Math.max(...makeLoop(knocks))).toBeLessThanOrEqual(BACKGROUND_SOUND_MAX_LEVEL * 32_768);
  });

  it("refuses silence, and what is too short for a loop", () => {
    expect(() => makeLoop(new Int16Array(SAMPLE_RATE))).toThrow("it is silent");
    expect(() => makeLoop(tone.slice(0, SAMPLE_RATE - 1))).toThrow("it is shorter than one second");
  });
});

it("an office is heard all the time, and never as loud as a voice", async () => {
  const office = await officeSound();
  for (let at = 0; at + SAMPLE_RATE <= office.length; at += SAMPLE_RATE) {
    const second = office.subarray(at, at + SAMPLE_RATE);
    const mean = Math.sqrt(second.reduce((sum, sample) => sum + sample ** 2, 0) / SAMPLE_RATE) / 32_768;
    expect(mean).toBeGreaterThan(0.005);
    expect(mean).toBeLessThan(0.02);
  }
});
