import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ALL_FORMATS, FilePathSource, Input } from "mediabunny";
import { expect, test } from "vitest";
import { SAMPLE_RECORDING } from "../../org/seed/sample-call.ts";
import { type RecordingFormat, splitRecording } from "./split-recording.ts";

const HEADER_BYTES = 44;
const NAMES = ["stereo", "mono", "customer", "assistant"] as const;

async function split(format: RecordingFormat) {
  const folder = await mkdtemp(path.join(tmpdir(), "callwright-split-"));
  const files = Object.fromEntries(NAMES.map((name) => [name, path.join(folder, `${name}.${format}`)]));
  await splitRecording(SAMPLE_RECORDING, { orgId: "org", format, files, signal: new AbortController().signal });
  return { files: files as Record<(typeof NAMES)[number], string>, drop: () => rm(folder, { recursive: true }) };
}

const samplesOf = async (file: string) => {
  const bytes = await readFile(file);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset + HEADER_BYTES, bytes.byteOffset + bytes.length));
};

const hasSameSamples = (one: Int16Array, other: Int16Array) =>
  one.length === other.length && one.every((sample, index) => sample === other[index]);

test("a WAV recording is split without loss: left is the customer, right the assistant, and mono their sum", async () => {
  const { files, drop } = await split("wav");
  const both = await samplesOf(SAMPLE_RECORDING);
  const left = both.filter((_, index) => index % 2 === 0);
  const right = both.filter((_, index) => index % 2 === 1);
  expect(hasSameSamples(await samplesOf(files.customer), left)).toBe(true);
  expect(hasSameSamples(await samplesOf(files.assistant), right)).toBe(true);
  expect(hasSameSamples(await samplesOf(files.stereo), both)).toBe(true);
  const sum = left.map((sample, index) => Math.max(-32_768, Math.min(32_767, sample + (right[index] ?? 0))));
  expect(hasSameSamples(await samplesOf(files.mono), sum)).toBe(true);
  await drop();
});

test("MP3 files last as long as the recording and are much smaller", { tags: "long" }, async () => {
  const { files, drop } = await split("mp3");
  const { size } = await stat(SAMPLE_RECORDING);
  const seconds = (size - HEADER_BYTES) / 64_000;
  for (const name of NAMES) {
    const input = new Input({ source: new FilePathSource(files[name]), formats: ALL_FORMATS });
    const track = await input.getPrimaryAudioTrack();
    expect([track?.codec, track?.numberOfChannels]).toEqual(["mp3", name === "stereo" ? 2 : 1]);
    expect(Math.abs((await input.computeDuration()) - seconds)).toBeLessThan(0.2);
    expect((await stat(files[name])).size).toBeLessThan(size / 6);
    input.dispose();
  }
  await drop();
});

test("what is no recording is refused", async () => {
  const files = { mono: path.join(tmpdir(), "callwright-never.wav") };
  const options = { orgId: "org", format: "wav" as const, files, signal: new AbortController().signal };
  await expect(splitRecording(import.meta.filename, options)).rejects.toThrow();
});
