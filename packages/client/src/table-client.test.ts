import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { defineRoutes } from "@callwright/contract";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { createCalls, createTableDownloads } from "./create-client.ts";
import type { ClientOptions } from "./send-request.ts";
import type { UploadProgress } from "./upload.ts";

/** Every possible kind of route, in a separate table. */
const routes = defineRoutes({
  upload: {
    method: "POST",
    path: "/file",
    scope: "private",
    role: "editor",
    body: z.object({ file: z.file(), metadata: z.object({ tag: z.string() }).optional(), name: z.string().optional() }),
    bodyType: "form",
    response: z.looseObject({ id: z.string() }),
    status: 201,
    summary: "Upload a file",
  },
  clone: {
    method: "POST",
    path: "/clone",
    scope: "private",
    role: "editor",
    body: z.object({ files: z.array(z.file()) }),
    bodyType: "form",
    response: z.void(),
    status: 201,
    summary: "Clone a voice",
  },
  leave: {
    method: "DELETE",
    path: "/org/{id}/leave",
    scope: "private",
    role: "viewer",
    response: z.void(),
    status: 200,
    summary: "Leave",
  },
  exportRows: {
    method: "GET",
    path: "/export",
    scope: "private",
    role: "viewer",
    query: z.object({
      ids: z.array(z.string()).optional(),
      customer: z.preprocess((text) => text, z.object({ number: z.string() })).optional(),
      costGe: z.coerce.number().optional(),
      page: z.coerce.number().default(1),
      isTest: z.stringbool().optional(),
    }),
    response: z.string(),
    mediaType: "text/csv",
    status: 200,
    summary: "Export",
  },
  listVoices: {
    method: "GET",
    path: "/voice/{provider}/{id}",
    params: { provider: z.enum(["flite", "openai"]) },
    scope: "private",
    role: "viewer",
    query: z.object({ name: z.string() }),
    response: z.array(z.string()),
    status: 200,
    summary: "List voices",
  },
});

const addresses = {
  upload: "POST /file form",
  clone: "POST /clone form void",
  leave: "DELETE /org/{id}/leave void",
  exportRows: "GET /export text/csv",
  listVoices: "GET /voice/{provider}/{id}",
};

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: Buffer;
}
type Answer = { status?: number; headers?: Record<string, string>; body?: string } | "none";

const closers: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A real HTTP server that records requests and sends the answers of the test, or never answers. */
async function listen(answer: (seen: Seen, count: number) => Answer) {
  const requests: Seen[] = [];
  let gone = 0;
  const server = createServer(async (request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) gone += 1;
    });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const seen = { method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks) };
    requests.push(seen);
    const answered = answer(seen, requests.length);
    if (answered !== "none") response.writeHead(answered.status ?? 200, answered.headers).end(answered.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = (options?: Partial<ClientOptions>) => createCalls<typeof routes>(addresses, { baseUrl, token: "t", ...options });
  return { baseUrl, requests, client, goneRequests: () => gone };
}

const formOf = ({ headers, body }: Seen) =>
  new Response(new Uint8Array(body), { headers: { "content-type": headers["content-type"] ?? "" } }).formData();

const file = (text: string, name: string) => new File([text], name, { type: "text/plain" });

test("a form: files as they are, objects as JSON, what is undefined left out", async () => {
  const { client, requests } = await listen(() => ({ status: 201, body: '{"id":"f"}' }));
  const answer = await client().upload({ body: { file: file("Grüße", "hi.txt"), metadata: { tag: "ä" }, name: undefined } });
  expect(answer.id).toBe("f");
  const [seen] = requests as [Seen];
  expect(seen.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  const form = await formOf(seen);
  expect([...form.keys()]).toEqual(["file", "metadata"]);
  expect(form.get("metadata")).toBe('{"tag":"ä"}');
  const sent = form.get("file") as File;
  expect([sent.name, sent.type, await sent.text()]).toEqual(["hi.txt", "text/plain", "Grüße"]);
});

test("a list of files is several parts; a route that answers nothing answers undefined, whatever came", async () => {
  const { client, requests } = await listen((_, count) => (count === 1 ? { status: 201 } : { body: "left" }));
  expect(await client().clone({ body: { files: [file("1", "a"), file("2", "b")] } })).toBeUndefined();
  expect(await client().leave({ id: "o" })).toBeUndefined();
  const parts = (await formOf(requests[0] as Seen)).getAll("files") as File[];
  expect(parts.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("a query: objects are JSON, arrays repeat, numbers and booleans are written as they are", async () => {
  const { client, requests } = await listen(() => ({ body: "a,b\n" }));
  const answer = await client().exportRows({
    query: { ids: ["x", "y"], customer: { number: "+49 30" }, costGe: 0.5, isTest: true },
  });
  expect(answer).toBe("a,b\n");
  const [seen] = requests as [Seen];
  const query = new URL(seen.url ?? "", "http://a").searchParams;
  expect([...query]).toEqual([
    ["ids", "x"],
    ["ids", "y"],
    ["customer", '{"number":"+49 30"}'],
    ["costGe", "0.5"],
    ["isTest", "true"],
  ]);
  expect(seen.headers.accept).toBe("text/csv, application/json");
});

test("a download gives the response; a failure is thrown here too", async () => {
  const { baseUrl } = await listen((_, count) =>
    count === 1
      ? { headers: { "content-type": "text/csv", "content-disposition": 'attachment; filename="calls.csv"' }, body: "id\n1\n" }
      : { status: 403, body: '{"message":"no"}' },
  );
  const downloads = createTableDownloads<typeof routes>(addresses, { baseUrl, token: "t" });
  expect(Object.keys(downloads)).toEqual(["exportRows"]);
  const response = await downloads.exportRows();
  expect(response.headers.get("content-disposition")).toContain("calls.csv");
  const blob = await response.blob();
  expect([blob.type, await blob.text()]).toEqual(["text/csv", "id\n1\n"]);
  await expect(downloads.exportRows()).rejects.toMatchObject({ status: 403, message: "no" });
});

test("progress counts up to the whole, also for the second of two attempts", async () => {
  const { client, requests } = await listen((seen) =>
    seen.headers.authorization === "Bearer fresh" ? { status: 201, body: '{"id":"f"}' } : { status: 401 },
  );
  const seen: UploadProgress[] = [];
  const token = ({ rejected }: { rejected: string | undefined }) => (rejected === undefined ? "old" : "fresh");
  const text = "0123456789".repeat(50_000);
  const body = { file: file(text, "long.txt") };
  await client({ token }).upload({ body, onUploadProgress: (progress) => seen.push(progress) });
  expect(seen.at(-1)?.loadedBytes).toBe(seen.at(-1)?.totalBytes);
  expect(requests.map((request) => request.body.length)).toEqual([seen.at(-1)?.totalBytes, seen.at(-1)?.totalBytes]);
  const sent = (await formOf(requests[1] as Seen)).get("file") as File;
  expect([sent.name, await sent.text()]).toEqual(["long.txt", text]);
});

test("a token ends all calls that bear it and run, and no other", async () => {
  const { client, requests, goneRequests } = await listen((seen) =>
    seen.url?.startsWith("/voice/flite") ? "none" : { body: "[]" },
  );
  const calls = client();
  const cancelToken = Symbol("search");
  const running = ["1", "2"].map((id) => calls.listVoices({ provider: "flite", id, query: { name: "a" }, cancelToken }));
  const ended = Promise.allSettled(running);
  const untouched = calls.listVoices({ provider: "flite", id: "3", query: { name: "a" }, cancelToken: "other" });
  await expect.poll(() => requests.length).toBe(3);
  calls.abort(cancelToken);
  for (const each of await ended) expect(each).toMatchObject({ status: "rejected", reason: { name: "AbortError" } });
  await expect.poll(goneRequests).toBe(2);
  // A completed call is not aborted again, and its token can be reused.
  calls.abort(cancelToken);
  expect(await calls.listVoices({ provider: "openai", id: "4", query: { name: "a" }, cancelToken })).toEqual([]);
  calls.abort("other");
  await expect(untouched).rejects.toMatchObject({ name: "AbortError" });
});

test("a signal counts beside a token", async () => {
  const { client, requests } = await listen(() => "none");
  const leaving = new AbortController();
  const call = client().leave({ id: "o", cancelToken: 1, signal: leaving.signal });
  const rejected = expect(call).rejects.toThrow("I left");
  await expect.poll(() => requests.length).toBe(1);
  leaving.abort(new Error("I left"));
  await rejected;
  await expect(client().leave({ id: "o", cancelToken: 1, signal: leaving.signal })).rejects.toThrow("I left");
});

test("with retries, what failed for the moment is sent again with the same key, when the server says", async () => {
  const { client, requests } = await listen((_, count) =>
    count < 3 ? { status: count === 1 ? 503 : 429, headers: { "retry-after": "0" } } : { status: 201, body: '{"id":"f"}' },
  );
  expect(await client({ retries: 2 }).upload({ body: { file: file("1", "a") } })).toEqual({ id: "f" });
  expect(new Set(requests.map((request) => request.headers["idempotency-key"])).size).toBe(1);
  expect(requests).toHaveLength(3);
});

test("not sent again: what would fail again, what takes too long, and what nobody asked for", async () => {
  const { client, requests } = await listen((seen) => ({
    status: Number(seen.url?.split("/")[2]),
    headers: { "retry-after": "3600" },
  }));
  for (const status of [400, 404, 501, 429])
    await expect(client({ retries: 2 }).leave({ id: String(status) })).rejects.toMatchObject({ status, retryAfterSeconds: 3600 });
  expect(requests).toHaveLength(4);
  await expect(client().leave({ id: "503" })).rejects.toMatchObject({ status: 503 });
  expect(requests).toHaveLength(5);
});

test("an abort ends the wait before the next attempt", async () => {
  const leaving = new AbortController();
  const { client, requests } = await listen(() => ({ status: 503, headers: { "retry-after": "50" } }));
  const call = client({ retries: 1 }).leave({ id: "o", signal: leaving.signal });
  const rejected = expect(call).rejects.toMatchObject({ name: "AbortError" });
  await expect.poll(() => requests.length).toBe(1);
  leaving.abort();
  await rejected;
});

test("Retry-After may be a date; another word is none", async () => {
  const dates = [new Date(Date.now() + 3_600_000).toUTCString(), new Date(0).toUTCString(), "soon"];
  const { client } = await listen((_, count) => ({ status: 503, headers: { "retry-after": dates[count - 1] ?? "" } }));
  const waitSeconds = async () => {
    const error = await client()
      .leave({ id: "o" })
      .catch((thrown: unknown) => thrown);
    return error instanceof ApiError ? error.retryAfterSeconds : Number.NaN;
  };
  expect(await waitSeconds()).toBeGreaterThan(60);
  expect(await waitSeconds()).toBe(0);
  expect(await waitSeconds()).toBeUndefined();
});

test("a path parameter that would make it another address is refused before anything is sent", async () => {
  const { client, requests } = await listen(() => ({}));
  for (const id of ["", ".", ".."]) await expect(client().leave({ id })).rejects.toThrow("path parameter 'id'");
  await expect(client().leave({} as { id: string })).rejects.toThrow("is missing");
  expect(requests).toEqual([]);
});

test("the types of a call are those of its route", async () => {
  const { client } = await listen(() => ({ body: "[]" }));
  const calls = client();
  // @ts-expect-error a required query is required
  await calls.listVoices({ provider: "flite", id: "1" });
  // @ts-expect-error of a parameter only what the route allows
  await calls.listVoices({ provider: "other", id: "1", query: { name: "a" } });
  // @ts-expect-error a coerced number is a number
  await calls.exportRows({ query: { costGe: {} } });
  // @ts-expect-error only an upload has progress
  await calls.leave({ id: "1", onUploadProgress: () => undefined });
});
