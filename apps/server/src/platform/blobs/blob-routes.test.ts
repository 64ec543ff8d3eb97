import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { PlatformError } from "@callwright/contract";
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
  const source = watched(blobs);
  blobRoutes(app, { secrets, now: () => now }, async () => source);
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

test("a client that disconnects in the middle closes the file", async () => {
  await new Promise<void>((resolve) => {
    const sent = request(url, (response) => {
      response.once("data", () => {
        response.destroy();
        resolve();
      });
    });
    sent.end();
  });
  await expect.poll(() => cancelled, { timeout: 20_000 }).toBe(1);
  expect(openStreams.size).toBe(0);
});
