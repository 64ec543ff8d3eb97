import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { PlatformError, type RecordingPeaks } from "@callwright/contract";
import { type ServerType, serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newApp } from "../http/app.ts";
import { recordingBlobKey } from "./blob-key.ts";
import { blobRoutes } from "./blob-routes.ts";
import type { BlobStore } from "./blob-store.ts";
import { createDiskBlobStore } from "./disk-blob-store.ts";
import { createBlobUrls } from "./signed-blob-url.ts";

const KEY = recordingBlobKey("5d8e7d4e-6cf2-44a5-9c0c-0a3b8a1e7a11", "0e1f7a52-3d6c-4d0a-8b0e-2f5b5a0b6c22");
/** More than the sockets between server and client hold, so that a client can leave in the middle. */
const content = randomBytes(20_000_000);

let folder: string;
let blobs: BlobStore;
let server: ServerType;
let origin: string;
let url: string;
let now = new Date("2026-11-21T12:00:00Z");
const openStreams = new Set<object>();
let cancelled = 0;

const LONG_KEY = recordingBlobKey("5d8e7d4e-6cf2-44a5-9c0c-0a3b8a1e7a11", "7c0b7e3a-90a4-4b7f-8f3e-5d1b6a2f9e10");
/** Of 16 kHz, 16 bit and two channels. */
const BYTES_PER_SECOND = 64_000;
const LONG_SECONDS = 7200;
const LONG_BYTES = 44 + LONG_SECONDS * BYTES_PER_SECOND;
let bytesRead = 0;

/** Two hours, made while they are read: silent, but for one second of the caller after an hour, and a quieter last one of the assistant. */
const longRecording = {
  stat: async () => ({ sizeBytes: LONG_BYTES, etag: '"long"', modifiedAt: new Date("2026-11-21T10:00:00Z") }),
  get: async () => {
    const head = Buffer.alloc(44);
    head.write("RIFF", 0, "latin1");
    head.write("WAVEfmt ", 8, "latin1");
    head.writeUInt32LE(16, 16);
    head.writeUInt16LE(1, 20);
    head.writeUInt16LE(2, 22);
    head.writeUInt32LE(16_000, 24);
    head.writeUInt16LE(16, 34);
    head.write("data", 36, "latin1");
    head.writeUInt32LE(LONG_BYTES - 44, 40);
    const secondOf = (left: number, right: number) => {
      const bytes = Buffer.alloc(BYTES_PER_SECOND);
      for (let at = 0; at < BYTES_PER_SECOND; at += 4) bytes.writeInt32LE((right << 16) | (left & 0xffff), at);
      return bytes;
    };
    const [silent, caller, assistant] = [secondOf(0, 0), secondOf(-16_384, 0), secondOf(0, 8192)];
    const soundOf = (second: number) => (second === 3600 ? caller : second === LONG_SECONDS - 1 ? assistant : silent);
    let next = -1;
    return new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const bytes = next < 0 ? head : soundOf(next);
          bytesRead += bytes.length;
          next += 1;
          controller.enqueue(bytes);
          if (next === LONG_SECONDS) controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  },
} as unknown as BlobStore;

/** Knows which streams were neither read to the end nor cancelled. */
function watched(store: BlobStore): BlobStore {
  return {
    ...store,
    async get(key, range) {
      const stream = await store.get(key, range);
      if (!stream) return null;
      const reader = stream.getReader();
      openStreams.add(reader);
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const { done, value } = await reader.read();
            if (!done) return controller.enqueue(value);
            openStreams.delete(reader);
            controller.close();
          },
          async cancel() {
            await reader.cancel();
            openStreams.delete(reader);
            cancelled++;
          },
        },
        { highWaterMark: 0 },
      );
    },
  };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callwright-blobs-"));
  blobs = createDiskBlobStore(path.join(folder, "blobs"));
  await writeFile(path.join(folder, "made.wav"), content);
  await blobs.putFile(KEY, path.join(folder, "made.wav"));
  const secrets = { urlSigning: "a secret of the server", auth: "another", sealing: "", visitors: "", people: "" };
  const urls = createBlobUrls(secrets.urlSigning, () => now);
  const app = newApp();
  app.onError((error, c) => c.json({}, error instanceof PlatformError ? (error.status as 404) : 500));
  const [source, long] = [watched(blobs), watched(longRecording)];
  blobRoutes(app, { secrets, now: () => now }, async (key) => (key === LONG_KEY ? long : source));
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () => resolve());
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  url = urls.sign(KEY, origin);
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("the whole blob, playable in place, from a page of any origin", async () => {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  expect(response.headers.get("accept-ranges")).toBe("bytes");
  expect(response.headers.get("content-type")).toBe("audio/wav");
  expect(response.headers.get("content-length")).toBe("20000000");
  expect(response.headers.get("content-disposition")).toBe('inline; filename="recording.wav"');
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect((await bytes(response)).equals(content)).toBe(true);
});

test("a range answers 206 with just those bytes", async () => {
  const response = await fetch(url, { headers: { Range: "bytes=100-199" } });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe("bytes 100-199/20000000");
  expect(response.headers.get("content-length")).toBe("100");
  expect((await bytes(response)).equals(content.subarray(100, 200))).toBe(true);
});

test("the last bytes", async () => {
  const response = await fetch(url, { headers: { Range: "bytes=-70000" } });
  expect(response.headers.get("content-range")).toBe("bytes 19930000-19999999/20000000");
  expect((await bytes(response)).equals(content.subarray(19_930_000))).toBe(true);
});

test("a range outside of the blob answers 416 with its size", async () => {
  const response = await fetch(url, { headers: { Range: "bytes=20000000-" } });
  expect(response.status).toBe(416);
  expect(response.headers.get("content-range")).toBe("bytes */20000000");
});

test("HEAD tells the size and opens nothing", async () => {
  const response = await fetch(url, { method: "HEAD", headers: { Range: "bytes=0-9" } });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-length")).toBe("10");
  expect(openStreams.size).toBe(0);
});

test("If-Range resumes only the same blob; If-None-Match answers 304", async () => {
  const etag = (await fetch(url, { method: "HEAD" })).headers.get("etag") ?? "";
  const same = await fetch(url, { headers: { Range: "bytes=0-9", "If-Range": etag } });
  expect([same.status, (await bytes(same)).length]).toEqual([206, 10]);
  const other = await fetch(url, { headers: { Range: "bytes=0-9", "If-Range": '"another"' } });
  expect([other.status, (await bytes(other)).length]).toEqual([200, content.length]);
  expect((await fetch(url, { headers: { "If-None-Match": `"x", W/${etag}` } })).status).toBe(304);
});

test("a signature opens its own key, until it expires", async () => {
  const { pathname, search } = new URL(url);
  const otherKey = recordingBlobKey("5d8e7d4e-6cf2-44a5-9c0c-0a3b8a1e7a11", "0e1f7a52-3d6c-4d0a-8b0e-2f5b5a0b6c23");
  const refused = [
    `${origin}${pathname}`,
    `${origin}${pathname}${search.replace(/signature=./, "signature=_")}`,
    `${origin}${pathname}${search.replace(/expires=\d/, "expires=9")}`,
    `${origin}/artifact/${otherKey}${search}`,
    `${origin}/artifact/org/..%2f..%2f..%2fetc/passwd${search}`,
  ];
  for (const address of refused) expect((await fetch(address)).status, address).toBe(404);

  now = new Date("2026-11-21T23:59:00Z");
  expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
  now = new Date("2026-11-22T00:00:01Z");
  expect((await fetch(url, { method: "HEAD" })).status).toBe(404);
  now = new Date("2026-11-21T12:00:00Z");
});

test("the peaks of a recording of two hours are some 10 kB, for the holder of its address, and its file is read once", async () => {
  const address = createBlobUrls("a secret of the server", () => now).sign(LONG_KEY, origin);
  bytesRead = 0;
  const response = await fetch(`${address}&peaks`);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(response.headers.get("cache-control")).toBe("private, max-age=3600, immutable");
  const text = await response.text();
  expect(text.length).toBeLessThan(12_000);
  expect(bytesRead).toBe(LONG_BYTES);
  const { channels, durationSeconds } = JSON.parse(text) as RecordingPeaks;
  expect(durationSeconds).toBe(LONG_SECONDS);
  const [caller = [], assistant = []] = channels;
  expect([caller.length, assistant.length]).toEqual([caller.length, caller.length]);
  expect(caller.length).toBeGreaterThanOrEqual(600);
  const loud = (peaks: number[]) => peaks.flatMap((peak, at) => (peak > 0 ? [{ at, peak }] : []));
  expect(loud(caller)).toEqual([{ at: expect.closeTo(caller.length / 2, -1), peak: 500 }]);
  expect(loud(assistant)).toEqual([{ at: assistant.length - 1, peak: 250 }]);
  expect(openStreams.size).toBe(0);

  const known = await fetch(`${address}&peaks`, { headers: { "If-None-Match": response.headers.get("etag") ?? "" } });
  expect([known.status, bytesRead]).toEqual([304, LONG_BYTES]);
  expect((await fetch(`${address.replace(/signature=.*/, "signature=a")}&peaks`)).status).toBe(404);
  // What cannot be measured is the file itself: the holder of the address decodes it.
  const before = cancelled;
  const other = await fetch(`${url}&peaks`);
  expect([other.status, other.headers.get("content-type")]).toEqual([200, "audio/wav"]);
  await other.body?.cancel();
  await expect.poll(() => cancelled).toBe(before + 2);
  expect(openStreams.size).toBe(0);
});

test("a client that disconnects in the middle closes the file", async () => {
  const before = cancelled;
  await new Promise<void>((resolve) => {
    const sent = request(url, (response) => {
      response.once("data", () => {
        response.destroy();
        resolve();
      });
    });
    sent.end();
  });
  await expect.poll(() => cancelled, { timeout: 20_000 }).toBe(before + 1);
  expect(openStreams.size).toBe(0);
});
