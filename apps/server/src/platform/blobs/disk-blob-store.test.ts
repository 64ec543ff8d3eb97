import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { recordingBlobKey } from "./blob-key.ts";
import type { BlobStore } from "./blob-store.ts";
import { createDiskBlobStore } from "./disk-blob-store.ts";

const KEY = recordingBlobKey("5d8e7d4e-6cf2-44a5-9c0c-0a3b8a1e7a11", "0e1f7a52-3d6c-4d0a-8b0e-2f5b5a0b6c22");

let folder: string;
let blobs: BlobStore;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callwright-disk-"));
  blobs = createDiskBlobStore(path.join(folder, "blobs"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(text: string): Promise<void> {
  const source = path.join(folder, "source");
  await writeFile(source, text);
  await blobs.putFile(KEY, source);
  expect(existsSync(source)).toBe(false);
}

const text = async (range?: { first: number; last: number }) => {
  const stream = await blobs.get(KEY, range);
  return stream && new Response(stream).text();
};

test("what was put is read, whole and in part, and only by its owner", async () => {
  await put("a recording");
  expect(await text()).toBe("a recording");
  expect(await text({ first: 2, last: 4 })).toBe("rec");
  expect((await blobs.stat(KEY))?.sizeBytes).toBe(11);
  const file = path.join(folder, "blobs", KEY);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
  expect(await readdir(path.dirname(file))).toEqual(["recording.wav"]);
});

test("an empty blob reads as nothing", async () => {
  await put("");
  expect(await text()).toBe("");
});

test("a deleted blob is gone, with its folder, and deleting it again is no failure", async () => {
  await put("a recording");
  await blobs.delete(KEY);
  await blobs.delete(KEY);
  expect(await blobs.stat(KEY)).toBeNull();
  expect(await blobs.get(KEY)).toBeNull();
  expect(existsSync(path.dirname(path.join(folder, "blobs", KEY)))).toBe(false);
});

test("a source that is not there leaves nothing behind", async () => {
  await expect(blobs.putFile(KEY, path.join(folder, "missing"))).rejects.toThrow("ENOENT");
  expect(await blobs.stat(KEY)).toBeNull();
});

test.each(["../secret", "org/../../secret", `${KEY}/../x`, `/${KEY}`, KEY.toUpperCase(), `${KEY}\0`, ""])(
  "%j is no key",
  async (key) => {
    await expect(blobs.stat(key)).rejects.toThrow("not a blob key");
  },
);
