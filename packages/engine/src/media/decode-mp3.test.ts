import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { decodeMp3, isMp3 } from "./decode-mp3.ts";

/** 1.5 s of 440 Hz at 24 kHz, as LAME encodes it. */
const file = await readFile(new URL("../testing/tone.mp3", import.meta.url));

test("an MP3 file is heard at the call's rate, up to a limit", async () => {
  expect(isMp3(file)).toBe(true);
  const sound = await decodeMp3(file, 120);
  // Encoders add silence.
  expect(sound.length / 16_000).toBeCloseTo(1.5, 1);
  const middle = sound.subarray(8_000, 16_000);
  const crossings = middle.filter((sample, index) => sample < 0 !== (middle[index - 1] ?? 0) < 0).length;
  expect(crossings).toBeCloseTo(440, -1);
  expect((await decodeMp3(file, 1)).length).toBe(16_000);
});

test("a tag without sound cannot be played, and other files are none", async () => {
  const tag = Buffer.concat([Buffer.from("ID3"), Buffer.alloc(40_000)]);
  expect(isMp3(tag)).toBe(true);
  await expect(decodeMp3(tag, 120)).rejects.toThrow("no sound that can be decoded");
  for (const other of ["RIFF", "<html>", "", "OggS"]) expect(isMp3(Buffer.from(other))).toBe(false);
});
