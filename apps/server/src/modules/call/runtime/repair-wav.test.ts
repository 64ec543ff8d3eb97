import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { repairWav } from "./repair-wav.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callwright-wav-"));
  file = path.join(folder, "recording.wav");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const chunk = (name: string, content: Buffer, sizeBytes = content.length) => {
  const header = Buffer.alloc(8);
  header.write(name, 0);
  header.writeUInt32LE(sizeBytes, 4);
  return Buffer.concat([header, content]);
};

/** Stereo, 16 bit, 16 kHz: 64,000 bytes a second. */
function format(): Buffer {
  const content = Buffer.alloc(16);
  content.writeUInt16LE(1, 0);
  content.writeUInt16LE(2, 2);
  content.writeUInt32LE(16_000, 4);
  content.writeUInt32LE(64_000, 8);
  content.writeUInt16LE(4, 12);
  content.writeUInt16LE(16, 14);
  return chunk("fmt ", content);
}

const riff = (...chunks: Buffer[]) => chunk("RIFF", Buffer.concat([Buffer.from("WAVE"), ...chunks]), 0);

test("an unfinished header gets the length of the file", async () => {
  await writeFile(file, riff(format(), chunk("data", Buffer.alloc(96_000, 7), 0)));
  expect(await repairWav(file)).toBe(1500);
  const repaired = await readFile(file);
  expect(repaired.readUInt32LE(4)).toBe(repaired.length - 8);
  expect(repaired.readUInt32LE(40)).toBe(96_000);
  expect(repaired.subarray(44).equals(Buffer.alloc(96_000, 7))).toBe(true);
});

test("chunks before the sound are passed over", async () => {
  const list = chunk("LIST", Buffer.from("odd"), 3);
  await writeFile(file, riff(format(), list, Buffer.alloc(1), chunk("data", Buffer.alloc(64_000), 5)));
  expect(await repairWav(file)).toBe(1000);
});

test.each([
  ["an empty file", Buffer.alloc(0)],
  ["half a header", riff(format()).subarray(0, 30)],
  ["no sound yet", riff(format(), chunk("data", Buffer.alloc(0)))],
  ["another format", Buffer.from("ID3 something else that is long enough to be read as a header of some kind")],
])("%s holds no sound, and stays as it is", async (_, content) => {
  await writeFile(file, content);
  expect(await repairWav(file)).toBeNull();
  expect((await readFile(file)).equals(content)).toBe(true);
});
