import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type ErrorBody, HOST_PATH } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

/** A host of the platform that does not run Callwright: which requests it gets, and how its answers are passed on. */
let server: TestServer;
let client: TestClient;
let host: Server;
let asked: { request: IncomingMessage; body: string }[];
let answer: (response: ServerResponse, request: IncomingMessage) => void;

beforeAll(async () => {
  asked = [];
  host = createServer((request, response) => {
    if (request.url === "/assistant?limit=1") return void response.end("[]");
    if (request.url === "/server-status") return void response.writeHead(404).end();
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      asked.push({ request, body });
      answer(response, request);
    });
  });
  await new Promise<void>((listening) => host.listen(0, "127.0.0.1", listening));
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
  const url = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
  const saved = await client.json("PUT", "/connection", { url, privateKey: "key-of-the-host" });
  expect(saved).toMatchObject({ status: 200, body: { isCallwright: false, url: url.slice(0, -1) } });
});

afterAll(async () => {
  await server?.close();
  host.closeAllConnections();
  host.close();
});

test("it gets path, query, body and its own key, and neither our token nor cookies", async () => {
  answer = (response) => response.writeHead(201, { "content-type": "application/json", "set-cookie": "a=b" }).end('{"id":"1"}');
  const made = await client.fetch(`${HOST_PATH}/assistant?a=b%20c`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: client.cookie, "idempotency-key": "once", connection: "keep-alive" },
    body: '{"name":"Ä"}',
  });
  expect([made.status, await made.json(), made.headers.get("set-cookie")]).toEqual([201, { id: "1" }, null]);
  const { request, body } = asked.at(-1) ?? {};
  expect([request?.url, body]).toEqual(["/assistant?a=b%20c", '{"name":"Ä"}']);
  expect(request?.headers).toMatchObject({ authorization: "Bearer key-of-the-host", "idempotency-key": "once" });
  expect(request?.headers).not.toHaveProperty("cookie");
  expect(JSON.stringify(request?.headers)).not.toContain(client.orgToken);
});

test("what only Callwright has is told as what the host does not offer, and is not asked", async () => {
  const before = asked.length;
  const id = "00000000-0000-4000-8000-000000000000";
  for (const [method, path] of [
    ["GET", `/assistant/${id}/draft`],
    ["POST", `/assistant/${id}/restore`],
    ["GET", `/call/${id}/event`],
  ] as const) {
    const refused = await client.json<ErrorBody>(method, HOST_PATH + path);
    expect(refused).toMatchObject({ status: 501, body: { code: "host-lacks" } });
    expect(refused.body.message).toContain("does not offer this");
  }
  expect(asked.length).toBe(before);
});

test("a redirect is passed on with its whole address, and not followed", async () => {
  answer = (response) => response.writeHead(302, { location: "/elsewhere" }).end();
  const redirected = await client.fetch(`${HOST_PATH}/assistant`, { redirect: "manual" });
  expect(redirected.status).toBe(302);
  expect(redirected.headers.get("location")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/elsewhere$/);
  expect(asked.at(-1)?.request.url).toBe("/assistant");
});

test("a stream arrives while it is being sent, and ends at the host when its reader leaves", async () => {
  let left: () => void = () => {};
  const hasLeft = new Promise<void>((resolve) => {
    left = resolve;
  });
  answer = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write("data: one\n\n");
    response.on("close", left);
  };
  const stream = await client.fetch(`${HOST_PATH}/chat/web`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  const reader = stream.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("data: one\n\n");
  await reader?.cancel();
  await hasLeft;
});

test("a HEAD is answered by the head alone, and the host is let go", async () => {
  let left: () => void = () => {};
  const hasLeft = new Promise<void>((resolve) => {
    left = resolve;
  });
  answer = (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" }).write("[");
    response.on("close", left);
  };
  const head = await client.fetch(`${HOST_PATH}/assistant`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "1000", ""]);
  await hasLeft;
});

test("a host that breaks off is told as unreachable, with the request's id", async () => {
  answer = (response) => response.destroy();
  const broken = await client.json<ErrorBody>("GET", `${HOST_PATH}/assistant`);
  expect(broken).toMatchObject({ status: 502, body: { code: "host-unreachable", requestId: expect.any(String) } });
  expect(JSON.stringify(broken.body)).not.toContain("key-of-the-host");
});

test("a compressed download arrives as it was sent", async () => {
  const { gzipSync } = await import("node:zlib");
  answer = (response) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(gzipSync('["x"]'));
  expect((await client.json("GET", `${HOST_PATH}/assistant`)).body).toEqual(["x"]);
});

test.each([204, 205])("a status %s is passed on without a body, whatever comes behind it", async (status) => {
  // Below the server of node, which sends no such thing.
  answer = ({ socket }) => socket?.end(`HTTP/1.1 ${status} Nothing\r\ncontent-length: 4\r\n\r\nbody`);
  const emptied = await client.fetch(`${HOST_PATH}/assistant`);
  expect([emptied.status, await emptied.text()]).toEqual([status, ""]);
  // fetch tolerates this header, but the next response on the connection would be misread.
  expect(emptied.headers.get("content-length") ?? "0").toBe("0");
});

test.each([600, 999])(
  "a status %s, which there is not, is told as a host that cannot be used, and its answer is let go",
  async (status) => {
    let left: () => void = () => {};
    const hasLeft = new Promise<void>((resolve) => {
      left = resolve;
    });
    answer = ({ socket }) => {
      socket?.once("close", left).write(`HTTP/1.1 ${status} Odd\r\ncontent-length: 100\r\n\r\nbody`);
    };
    const odd = await client.json<ErrorBody>("GET", `${HOST_PATH}/assistant`);
    expect(odd).toMatchObject({ status: 502, body: { code: "host-unreachable" } });
    expect(odd.body.message).toContain(`it answered with status ${status}`);
    await hasLeft;
  },
);
