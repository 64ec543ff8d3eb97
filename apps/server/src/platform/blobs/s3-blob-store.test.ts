import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestServer } from "../../testing/start-test-server.ts";
import { fileBlobKey, recordingBlobKey } from "./blob-key.ts";
import type { BlobStore } from "./blob-store.ts";
import { openBlobStore } from "./open-blob-store.ts";
import { createS3BlobStore } from "./s3-blob-store.ts";
import { FAKE_S3, type FakeS3, startFakeS3 } from "./testing/fake-s3.ts";

const KEY = recordingBlobKey("5d8e7d4e-6cf2-44a5-9c0c-0a3b8a1e7a11", "0e1f7a52-3d6c-4d0a-8b0e-2f5b5a0b6c22");

let s3: FakeS3;
let folder: string;
let blobs: BlobStore;
beforeAll(async () => {
  s3 = await startFakeS3();
  folder = await mkdtemp(path.join(tmpdir(), "callwright-s3-"));
  blobs = createS3BlobStore({ ...FAKE_S3, url: s3.url });
});
afterEach(() => {
  s3.objects.clear();
  s3.failWith.length = 0;
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(content: string | Uint8Array, key = KEY): Promise<string> {
  const source = path.join(folder, "source");
  await writeFile(source, content);
  const { etag } = await blobs.putFile(key, source);
  expect(existsSync(source)).toBe(false);
  return etag;
}

const bytes = async (range?: { first: number; last: number }) => {
  const stream = await blobs.get(KEY, range);
  return stream && Buffer.from(await new Response(stream).arrayBuffer());
};

test("what was put is read, whole and in part", async () => {
  const content = randomBytes(3_000_000);
  const etag = await put(content);
  expect((await bytes())?.equals(content)).toBe(true);
  expect((await bytes({ first: 100, last: 199 }))?.equals(content.subarray(100, 200))).toBe(true);
  expect(await blobs.stat(KEY)).toMatchObject({ sizeBytes: content.length, etag, modifiedAt: expect.any(Date) });
  expect(s3.objects.get(KEY)?.type).toBe("audio/wav");
  await put("");
  expect(await bytes()).toEqual(Buffer.alloc(0));
});

test("a deleted blob is gone, and deleting it again is no failure", async () => {
  await put("a recording");
  await blobs.delete(KEY);
  await blobs.delete(KEY);
  expect([await blobs.stat(KEY), await blobs.get(KEY)]).toEqual([null, null]);
});

test("a store that is busy for a moment is asked again", async () => {
  s3.failWith.push(503, 429);
  await put("a recording");
  expect(await bytes()).toEqual(Buffer.from("a recording"));
});

test("a bucket that is named by its host has keys alone in its paths", async () => {
  const host = await startFakeS3("host");
  const source = path.join(folder, "source");
  await writeFile(source, "a recording");
  const inHost = createS3BlobStore({ ...FAKE_S3, url: host.url });
  await inHost.putFile(KEY, source);
  expect(await inHost.stat(KEY)).toMatchObject({ sizeBytes: 11 });
  expect([...host.objects.keys()]).toEqual([KEY]);
  await host.close();
});

test("one that stays away is said so, and what was to be stored stays where it is", async () => {
  const source = path.join(folder, "waiting");
  await writeFile(source, "waiting");
  s3.failWith.push(503, 503, 503, 503, 503);
  await expect(blobs.putFile(KEY, source)).rejects.toMatchObject({ code: "blob-store-unavailable" });
  const away = createS3BlobStore({ ...FAKE_S3, url: "http://127.0.0.1:1/voices" });
  await expect(away.get(KEY)).rejects.toMatchObject({ code: "blob-store-unavailable" });
  expect(existsSync(source)).toBe(true);
});

test("what the store refuses is no missing blob, and what was to be stored stays where it is", async () => {
  const source = path.join(folder, "kept");
  await writeFile(source, "kept");
  const other = createS3BlobStore({ ...FAKE_S3, url: s3.url, secretAccessKey: "another" });
  await expect(other.putFile(KEY, source)).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
  await expect(other.get(KEY)).rejects.toMatchObject({ code: "SignatureDoesNotMatch" });
  expect(existsSync(source)).toBe(true);
  await expect(blobs.stat("../secret")).rejects.toThrow("not a blob key");
});

test.each([
  [{ secretAccessKey: "another" }, "403 SignatureDoesNotMatch). Correct S3_SECRET_ACCESS_KEY"],
  [{ accessKeyId: "another" }, "403 InvalidAccessKeyId). Correct S3_ACCESS_KEY_ID."],
  [{ region: "us-east-1" }, "403 AuthorizationHeaderMalformed). Correct S3_REGION."],
  [{ bucket: "nothing" }, "404 NoSuchBucket). Create the bucket, or correct BLOB_STORE_URL."],
])("a server does not start on a store that refuses it: %j", async (wrong, sentence) => {
  const url = "bucket" in wrong ? s3.url.replace(FAKE_S3.bucket, wrong.bucket) : s3.url;
  const config = { dataDir: folder, blobStore: { ...FAKE_S3, url, ...wrong } };
  await expect(openBlobStore(config, pino({ level: "silent" }))).rejects.toThrow(sentence);
});

test("a store that cannot be reached keeps no server from starting", async () => {
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => lines.push(line) });
  const config = { dataDir: folder, blobStore: { ...FAKE_S3, url: "http://127.0.0.1:1/voices" } };
  await openBlobStore(config, log);
  expect(lines.join()).toContain("cannot be reached");
  expect(lines.join()).not.toContain(FAKE_S3.secretAccessKey);
});

test("a server on S3: the seeded recording plays by its link, a file is read, and nothing lies on the disk", async () => {
  const server = await startTestServer({ config: { blobStore: { ...FAKE_S3, url: `${s3.url}/folder` } } });
  try {
    const client = await server.signUp();
    const [call] = (await client.json<{ artifact: { recordingUrl: string } }[]>("GET", "/call")).body;
    const part = await fetch(call?.artifact.recordingUrl ?? "", { headers: { range: "bytes=0-3" } });
    expect([part.status, await part.text()]).toEqual([206, "RIFF"]);
    const form = new FormData();
    form.set("file", new File(["Nine to five."], "hours.txt"));
    const { id } = (await (await client.fetch("/file", { method: "POST", body: form })).json()) as { id: string };
    const read = async () => (await client.json<{ parsedTextUrl?: string }>("GET", `/file/${id}`)).body.parsedTextUrl;
    await expect.poll(read).toBeDefined();
    expect(await (await fetch((await read()) ?? "")).text()).toBe("Nine to five.");
    expect([...s3.objects.keys()]).toContain(`folder/${fileBlobKey(client.orgId, id, "txt")}`);
    expect(existsSync(path.join(server.context.config.dataDir, "blobs"))).toBe(false);
  } finally {
    await server.close();
  }
});
