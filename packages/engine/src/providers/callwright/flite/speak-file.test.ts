import { OFFLINE_VOICES } from "@callwright/contract";
import { expect, test } from "vitest";
import { readPcm, readWave } from "../../../media/wave.ts";
import { speakFile } from "./speak-file.ts";

const signal = new AbortController().signal;

test.each(OFFLINE_VOICES)("$id speaks into a wave file that reads as what it holds", async ({ id }) => {
  const file = await speakFile(id, "Hello there.", signal);
  expect(new TextDecoder().decode(file.subarray(0, 16))).toMatch(/^RIFF....WAVEfmt $/s);
  const { data, sampleRate } = readWave(Buffer.from(file));
  const samples = readPcm(data);
  expect(sampleRate).toBe(16_000);
  expect(file.length).toBe(44 + samples.length * 2);
  expect(samples.length).toBeGreaterThan(sampleRate / 4);
  expect(samples.some((sample) => Math.abs(sample) > 3000)).toBe(true);
});

test("ends when its reader stops reading", async () => {
  await expect(speakFile("slt", "Hello there.", AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
});
