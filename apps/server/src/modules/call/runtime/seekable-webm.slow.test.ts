import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  FilePathSource,
  Input,
  Output,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeSeekable } from "./seekable-webm.ts";

/** Opus for one channel at 48 kHz, as RFC 7845 §5.1 writes it. */
const OPUS_HEAD = Uint8Array.from([...Buffer.from("OpusHead"), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);
/** A packet of 20 ms of silence. */
const SILENCE = Uint8Array.from([0xf8, 0xff, 0xfe]);
/** Identifier of a segment's length: `Duration` in the `Info` of a WebM file. */
const DURATION_ID = "4489";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callwright-webm-"));
  file = path.join(folder, "recording.webm");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Silence as a browser records it: written as it comes, without a length. A browser records one track of sound. */
async function recorded(seconds: number, tracks = 1): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true }), target });
  const sources = Array.from({ length: tracks }, () => new EncodedAudioPacketSource("opus"));
  for (const source of sources) output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: "opus", numberOfChannels: 1, sampleRate: 48_000, description: OPUS_HEAD };
  for (let at = 0; at < seconds; at += 0.02)
    for (const source of sources) await source.add(new EncodedPacket(SILENCE, "key", at, 0.02), { decoderConfig });
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}

/** Identifier of a cluster, and a length that is not known. */
const CLUSTER = Buffer.from("1f43b67501ffffffffffffff", "hex");
const CLUSTER_AT_0_MS = Buffer.from("e78100", "hex");
/** A `SimpleBlock` of track 1 that claims 256 sounds of equal length and then ends. */
const LACED_BLOCK = Buffer.from("a38581000084ff", "hex");

/** A valid file of 100 KB that keeps its reader busy for longer than anybody waits. */
async function endless(): Promise<Buffer> {
  const head = Buffer.from(await recorded(0.02));
  const blocks = Array.from({ length: 15_000 }, () => LACED_BLOCK);
  return Buffer.concat([head.subarray(0, head.indexOf(CLUSTER.subarray(0, 4))), CLUSTER, CLUSTER_AT_0_MS, ...blocks]);
}

const hasDuration = async () => (await readFile(file)).subarray(0, 400).toString("hex").includes(DURATION_ID);

async function secondsOf(): Promise<number> {
  const input = new Input({ source: new FilePathSource(file), formats: [WEBM] });
  const seconds = await input.computeDuration();
  input.dispose();
  return seconds;
}

test("a recording gets a length", async () => {
  await writeFile(file, await recorded(3));
  expect(await hasDuration()).toBe(false);
  await makeSeekable("org", file);
  expect(await hasDuration()).toBe(true);
  expect(await secondsOf()).toBeCloseTo(3, 1);
});

test("one that was cut off keeps what is whole", async () => {
  const bytes = await recorded(10);
  await writeFile(file, bytes.subarray(0, Math.floor(bytes.length * 0.8)));
  await makeSeekable("org", file);
  expect(await secondsOf()).toBeGreaterThan(4);
});

test("what is no recording is left alone", async () => {
  await writeFile(file, "not a recording");
  await expect(makeSeekable("org", file)).rejects.toThrow();
  expect(await readFile(file, "utf8")).toBe("not a recording");
  expect(existsSync(`${file}.part`)).toBe(false);
});

test("one with a track that cannot be copied is left alone", async () => {
  const bytes = Buffer.from(await recorded(1, 2));
  await writeFile(file, bytes);
  await makeSeekable("org", file);
  expect(await hasDuration()).toBe(true);

  bytes.write("A_FLEX", bytes.lastIndexOf("A_OPUS"));
  await writeFile(file, bytes);
  await expect(makeSeekable("org", file)).rejects.toThrow("track 2 cannot be copied");
  expect(await readFile(file)).toEqual(bytes);
}, 60_000);

test("one that keeps its reader busy for ever is left alone when its time is over", async () => {
  const bytes = await endless();
  await writeFile(file, bytes);
  await expect(makeSeekable("org", file, { limitMs: 2_000 })).rejects.toThrow();
  expect(await readFile(file)).toEqual(bytes);
  expect(existsSync(`${file}.part`)).toBe(false);
}, 60_000);

test("it keeps nobody else busy, and rewriting it can be given up", async () => {
  const bytes = await endless();
  await writeFile(file, bytes);
  const server = new AbortController();
  const rewriting = expect(makeSeekable("org", file, { signal: server.signal })).rejects.toThrow();
  await expect.poll(() => existsSync(`${file}.part`), { timeout: 30_000 }).toBe(true);
  server.abort();
  await rewriting;
  expect(await readFile(file)).toEqual(bytes);
}, 60_000);
