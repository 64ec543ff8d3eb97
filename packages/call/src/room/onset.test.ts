import { describe, expect, it } from "vitest";
import { OnsetSearch } from "./onset.ts";

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
