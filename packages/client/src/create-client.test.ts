import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { ApiError, createClient, ServerUnreachableError } from "./index.ts";

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}
type Answer = { status?: number; headers?: Record<string, string>; body: string };

const closers: Array<() => Promise<void>> = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A real HTTP server that records requests and sends the answers of the test. */
async function listen(answer: (seen: Seen, count: number) => Answer) {
  const requests: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const seen = { method: request.method, url: request.url, headers: request.headers, body };
      requests.push(seen);
      const { status = 200, headers = {}, body: answered } = answer(seen, requests.length);
      response.writeHead(status, headers).end(answered);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections());
  closers.push(close);
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close };
}

const json = (value: unknown, status = 200): Answer => ({ status, body: JSON.stringify(value) });

test("path parameters, bearer and answer", async () => {
  const { baseUrl, requests } = await listen(() => json({ id: "a b", unknownField: 1 }));
  const client = createClient({ baseUrl: `${baseUrl}/`, token: () => "secret" });
  const assistant = await client.assistants.get({ id: "a b" });
  expect(assistant).toEqual({ id: "a b", unknownField: 1 });
  expect(requests[0]).toMatchObject({ method: "GET", url: "/assistant/a%20b", headers: { authorization: "Bearer secret" } });
  expect(requests[0]?.headers["idempotency-key"]).toBeUndefined();
});

test("a body goes as JSON, each POST with its own Idempotency-Key unless one is given", async () => {
  const { baseUrl, requests } = await listen(() => json({}, 201));
  const client = createClient({ baseUrl, token: async () => "t" });
  await client.assistants.create({ body: { name: "Riley" } });
  await client.assistants.create({ body: { name: "Riley" } });
  await client.assistants.create({ body: { name: "Riley" }, idempotencyKey: "mine" });
  expect(requests[0]?.body).toBe('{"name":"Riley"}');
  expect(requests[0]?.headers["content-type"]).toBe("application/json");
  const keys = requests.map((request) => request.headers["idempotency-key"]);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe("mine");
});

test("query: undefined is left out, an array repeats its key", async () => {
  const { baseUrl, requests } = await listen(() => json([]));
  const client = createClient({ baseUrl, token: () => "t" });
  await client.calls.list({ query: { limit: 5, assistantId: undefined, createdAtGt: "2026-01-01T00:00:00+02:00" } });
  await client.calls.list({ query: { id: ["x", "y"] as unknown as string } });
  await client.calls.list();
  expect(requests.map((request) => request.url)).toEqual([
    "/call?limit=5&createdAtGt=2026-01-01T00%3A00%3A00%2B02%3A00",
    "/call?id=x&id=y",
    "/call",
  ]);
});

test("a route without scope sends no bearer and never asks for one", async () => {
  const { baseUrl, requests } = await listen(() => json({ version: "1" }));
  const client = createClient({
    baseUrl,
    token: () => {
      throw new Error("asked for a token");
    },
  });
  await client.server.getStatus();
  expect(requests[0]?.headers.authorization).toBeUndefined();
});

test("a refused token is replaced once, and the request keeps its body and key", async () => {
  const { baseUrl, requests } = await listen((seen) =>
    seen.headers.authorization === "Bearer fresh"
      ? json({ id: "1" }, 201)
      : json({ message: "expired", code: "token-expired" }, 401),
  );
  const asked: Array<string | undefined> = [];
  const client = createClient({
    baseUrl,
    token: ({ rejected }) => {
      asked.push(rejected);
      return rejected === undefined ? "old" : "fresh";
    },
  });
  await client.assistants.create({ body: { name: "Riley" } });
  expect(asked).toEqual([undefined, "old"]);
  expect(requests[1]?.body).toBe(requests[0]?.body);
  expect(requests[1]?.headers["idempotency-key"]).toBe(requests[0]?.headers["idempotency-key"]);
});

test("a second refusal is thrown, and so is the first when there is no other token", async () => {
  const { baseUrl, requests } = await listen(() => json({ message: "no" }, 401));
  const changing = createClient({ baseUrl, token: ({ rejected }) => `${rejected ?? "t"}x` });
  await expect(changing.listAssistants()).rejects.toMatchObject({ status: 401 });
  expect(requests).toHaveLength(2);
  const fixed = createClient({ baseUrl, token: () => "same" });
  await expect(fixed.listAssistants()).rejects.toMatchObject({ status: 401 });
  expect(requests).toHaveLength(3);
});

test("a failure carries status, code, problems and the request id", async () => {
  const body = {
    message: ["name must be a string", "model.url is required"],
    error: "Bad Request",
    statusCode: 400,
    code: "validation-failed",
    requestId: "r-1",
  };
  const { baseUrl } = await listen(() => json(body, 400));
  const error = await createClient({ baseUrl, token: () => "t" })
    .assistants.create({ body: {} })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, code: "validation-failed", problems: body.message, requestId: "r-1", body });
});

test("a failure that is not JSON keeps its text and the header's request id", async () => {
  const { baseUrl } = await listen(() => ({ status: 502, headers: { "x-request-id": "edge-7" }, body: "<h1>Bad gateway</h1>" }));
  const call = createClient({ baseUrl, token: () => "t" }).assistants.list();
  await expect(call).rejects.toMatchObject({ status: 502, body: "<h1>Bad gateway</h1>", requestId: "edge-7", problems: [] });
});

test("a success that is not JSON names the address", async () => {
  const { baseUrl } = await listen(() => ({ body: "<!doctype html>" }));
  const call = createClient({ baseUrl, token: () => "t" }).assistants.list();
  await expect(call).rejects.toThrow(`${baseUrl}/assistant did not return JSON`);
});

test("no answer is a ServerUnreachableError; an abort is not", async () => {
  const { baseUrl, close } = await listen(() => json([]));
  const client = createClient({ baseUrl, token: () => "t" });
  await expect(client.assistants.list({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
  await close();
  await expect(client.assistants.list()).rejects.toBeInstanceOf(ServerUnreachableError);
});

test("the types of a call are those of its route", async () => {
  const { baseUrl } = await listen(() => json({}));
  const client = createClient({ baseUrl, token: () => "t" });
  // @ts-expect-error an id is required
  await client.assistants.get().catch(() => undefined);
  // @ts-expect-error a body is required, and this is not one
  await client.assistants.create({ body: { name: 4 } });
  const answer = await client.orgs.getAuth({ id: "o" });
  answer.accessToken satisfies string;
});
