import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { JSON_BODY_MAX_BYTES } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
});
afterAll(() => server.close());

const json = { "content-type": "application/json" };
const MEGABYTE = 1024 * 1024;

test("a prompt of 50 MB is refused, with its length told or not", { tags: "long" }, async () => {
  const big = JSON.stringify({ name: "x", metadata: { prompt: "y".repeat(50 * MEGABYTE) } });
  const told = await client.fetch("/assistant", { method: "POST", headers: json, body: big });
  expect(told.status).toBe(413);
  expect(await told.json()).toMatchObject({
    statusCode: 413,
    error: "Payload Too Large",
    message: expect.stringContaining(`${JSON_BODY_MAX_BYTES}`),
  });
  const chunked = await client.fetch("/assistant", {
    method: "POST",
    headers: json,
    body: new Blob([big]).stream(),
    duplex: "half",
  } as RequestInit);
  expect(chunked.status).toBe(413);
});

test("a client that writes everything before it reads sees the refusal, and its connection goes on", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (path: string, bytes: number) =>
    new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
      const headers = { ...json, authorization: `Bearer ${client.orgToken}` };
      const sent = httpRequest(`${server.url}${path}`, { method: bytes ? "POST" : "GET", headers, agent }, (response) => {
        const port = sent.socket?.localPort;
        response.resume().on("end", () => resolve({ status: response.statusCode, port }));
      });
      sent.on("error", reject);
      const piece = Buffer.alloc(MEGABYTE, "z");
      for (let left = bytes; left > 0; left -= piece.length) sent.write(piece);
      sent.end();
    });
  const refused = await send("/assistant", 20 * MEGABYTE);
  const next = await send("/assistant", 0);
  expect([refused.status, next.status]).toEqual([413, 200]);
  expect(next.port).toBe(refused.port);
  agent.destroy();
});

/** Memory after garbage collection. */
function keptBytes(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().arrayBuffers;
}

test("a body too large is not kept", async () => {
  const before = keptBytes();
  let peak = before;
  const piece = new Uint8Array(MEGABYTE);
  let left = 200;
  const body = new ReadableStream({
    pull(controller) {
      if (left % 20 === 0) peak = Math.max(peak, keptBytes());
      if (left-- > 0) controller.enqueue(piece);
      else controller.close();
    },
  });
  const response = await client.fetch("/assistant", { method: "POST", headers: json, body, duplex: "half" } as RequestInit);
  expect(response.status).toBe(413);
  // The sender runs in this process too; together they hold a part of the body, never the whole.
  expect(peak - before).toBeLessThan(100 * MEGABYTE);
});

test("exactly the limit passes", async () => {
  const frame = JSON.stringify({ metadata: { x: "" } });
  const body = JSON.stringify({ metadata: { x: "y".repeat(JSON_BODY_MAX_BYTES - frame.length) } });
  expect((await client.fetch("/assistant", { method: "POST", headers: json, body })).status).toBe(201);
  expect((await client.fetch("/assistant", { method: "POST", headers: json, body: `${body} ` })).status).toBe(413);
});

test("JSON that does not parse is refused, told where, and not repeated", async () => {
  const response = await client.fetch("/assistant", { method: "POST", headers: json, body: '{"name": "secret", oops}' });
  expect(response.status).toBe(400);
  const { message } = (await response.json()) as { message: string };
  expect(message).toBe("The body is not valid JSON: look at character 19.");
});

test("a JSON type of any kind is JSON, another type is not", async () => {
  const send = (type: string) => client.fetch("/assistant", { method: "POST", headers: { "content-type": type }, body: "{}" });
  expect((await send("application/json; charset=utf-8")).status).toBe(201);
  expect((await send("application/merge-patch+json")).status).toBe(201);
  expect((await send("text/plain")).status).toBe(415);
});

test("a request that breaks off half way hurts nobody", async () => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const head = ["POST /assistant HTTP/1.1", `Host: ${hostname}`, `Authorization: Bearer ${client.orgToken}`];
  socket.write([...head, "Content-Type: application/json", "Content-Length: 1000", "", '{"name":'].join("\r\n"));
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.resetAndDestroy();
  expect((await client.fetch("/assistant")).status).toBe(200);
});
