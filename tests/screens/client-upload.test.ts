import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, sharedChromium } from "../harness/chromium.ts";
import { type ForeignPage, serveForeignPage } from "../harness/foreign-page.ts";

/** In a browser, an upload with progress does not use fetch, and must behave the same. */

const SIZE_BYTES = 3_000_000;
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*, authorization",
  "access-control-allow-methods": "*",
  "access-control-expose-headers": "x-request-id, retry-after",
};

/** An API on its own origin that answers by the bearer; `hang` never answers. */
function startApi() {
  const uploads: Buffer[] = [];
  let gone = 0;
  const server = createServer((request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) gone += 1;
    });
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.method === "OPTIONS") return response.writeHead(204, CORS).end();
      uploads.push(Buffer.concat(chunks));
      const bearer = request.headers.authorization?.replace("Bearer ", "");
      if (bearer === "hang") return;
      if (bearer === "full") return response.writeHead(413, { ...CORS, "x-request-id": "r-1", "retry-after": "7" }).end("full");
      if (bearer === "old") return response.writeHead(401, CORS).end();
      response.writeHead(201, CORS).end('{"id":"f"}');
    });
  });
  return new Promise<{ url: string; uploads: Buffer[]; gone: () => number; close: () => Promise<void> }>((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        uploads,
        gone: () => gone,
        close: () => new Promise((closed) => server.close(() => closed()).closeAllConnections()),
      }),
    ),
  );
}

/** `upload(baseUrl, token, fresh)` returns the result; `window.abort()` aborts it. */
const SCRIPT = `
import { createClient } from "@callwright/client";
const bytes = new Uint8Array(${SIZE_BYTES}).map((_, index) => (index * 7919) % 251);
window.upload = async (baseUrl, token, fresh) => {
  const client = createClient({ baseUrl, token: ({ rejected }) => (rejected ? fresh : token) });
  window.abort = () => client.abort("it");
  const progress = [];
  const body = { file: new File([bytes], "long.txt", { type: "text/plain" }), metadata: { tag: "x" } };
  try {
    const onUploadProgress = (each) => progress.push(each);
    return { answer: await client.createFile({ body, cancelToken: "it", onUploadProgress }), progress };
  } catch ({ name, status, body, requestId, retryAfterSeconds }) {
    return { error: { name, status, body, requestId, retryAfterSeconds }, progress };
  }
};
`;

interface Outcome {
  answer?: unknown;
  error?: Record<string, unknown>;
  progress: { loadedBytes: number; totalBytes: number }[];
}

let api: Awaited<ReturnType<typeof startApi>>;
let shop: ForeignPage;
let page: Awaited<ReturnType<typeof openPage>>["page"];
beforeAll(async () => {
  api = await startApi();
  shop = await serveForeignPage({ script: SCRIPT });
  ({ page } = await openPage(await sharedChromium(), shop.url));
  await page.goto("/");
});
afterAll(async () => {
  await shop.close();
  await api.close();
});

const upload = (token: string, fresh = token, url = api.url): Promise<Outcome> =>
  page.evaluate(`upload(${JSON.stringify(url)}, ${JSON.stringify(token)}, ${JSON.stringify(fresh)})`);

test("the file arrives whole, and its progress is told to the end; a refused token is replaced", async () => {
  const { answer, progress } = await upload("old", "good");
  expect(answer).toEqual({ id: "f" });
  const last = progress.at(-1);
  expect(last?.loadedBytes).toBe(last?.totalBytes);
  expect(last?.totalBytes).toBe(api.uploads.at(-1)?.length);
  expect(api.uploads).toHaveLength(2);
  const sent = api.uploads[1] ?? Buffer.alloc(0);
  const file = Buffer.from(Array.from({ length: SIZE_BYTES }, (_, index) => (index * 7919) % 251));
  expect(sent.indexOf(file)).toBeGreaterThan(0);
  expect(sent.toString("latin1")).toMatch(/name="metadata"\r\n\r\n\{"tag":"x"\}/);
});

test("a refusal is thrown with its status, body and headers", async () => {
  const { error } = await upload("full");
  expect(error).toEqual({ name: "ApiError", status: 413, body: "full", requestId: "r-1", retryAfterSeconds: 7 });
});

test("an abort ends it at the server too", async () => {
  const uploading = upload("hang");
  const before = api.uploads.length;
  await expect.poll(() => api.uploads.length).toBe(before + 1);
  await page.evaluate("abort()");
  expect((await uploading).error).toMatchObject({ name: "AbortError" });
  await expect.poll(api.gone).toBe(1);
});

test("no answer is a ServerUnreachableError", async () => {
  const { error } = await upload("good", "good", "http://127.0.0.1:9");
  expect(error).toMatchObject({ name: "ServerUnreachableError" });
});
