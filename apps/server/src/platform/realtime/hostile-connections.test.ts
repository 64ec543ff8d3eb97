/** A hostile client costs at most its own connection. An exception that escapes from a handler fails the test run. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const CONNECT = JSON.stringify({ type: "Connect", sessionId: randomUUID(), connectionCount: 0 });
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

interface Frame {
  type: string;
  [field: string]: unknown;
}

/** A connection that has sent `Connect` and these frames. */
async function openSocket(...frames: string[]): Promise<{ socket: WebSocket; frame(type: string): Promise<Frame> }> {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/1.48.0/sync`);
  const received: Frame[] = [];
  socket.on("message", (data) => received.push(JSON.parse(data.toString())));
  await once(socket, "open");
  for (const frame of [CONNECT, ...frames]) socket.send(frame);
  return {
    socket,
    frame: async (type) => {
      await expect.poll(() => received.map((frame) => frame.type)).toContain(type);
      return received.find((frame) => frame.type === type) ?? expect.unreachable();
    },
  };
}

/** The server's answer to these bytes, until it closes. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => {
    answer += data;
  });
  socket.end(bytes);
  await once(socket, "close");
  return answer;
}

const H2C = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA";

test("an offer of HTTP/2 is answered in HTTP/1.1, on a connection that stays", async () => {
  const body = JSON.stringify({ email: "nobody@example.com", password: "a long password" });
  const headers = `Host: 127.0.0.1\r\n${H2C}\r\n`;
  const socket = connect(server.port, "127.0.0.1");
  let answers = "";
  socket.on("data", (data) => {
    answers += data;
  });
  const statuses = () => answers.match(/(?<=HTTP\/1\.1 )\d+/g);
  socket.write(`GET /health HTTP/1.1\r\n${headers}\r\n`);
  await expect.poll(statuses).toEqual(["200"]);
  socket.write(
    `POST /api/auth/sign-in/email HTTP/1.1\r\n${headers}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await expect.poll(statuses).toEqual(["200", "401"]);
  socket.write(`GET /server-status HTTP/1.1\r\n${headers}\r\n`);
  await expect.poll(statuses).toEqual(["200", "401", "200"]);
  socket.destroy();
});

const add = (args: string) =>
  `{"type":"ModifyQuerySet","baseVersion":0,"newVersion":1,"modifications":[{"type":"Add","queryId":1,"udfPath":"changes:latest","args":[${args}]}]}`;
const ask = (type: "Action" | "Mutation", path: string, args: string) =>
  `{"type":"${type}","requestId":1,"udfPath":"${path}","args":[${args}]}`;

test.each([65, 5_000, 400_000])("arguments that are nested %i levels deep are refused", async (depth) => {
  const args = `{"a":${nested(depth - 1)}}`;
  const query = await openSocket(add(args));
  expect(await query.frame("Transition")).toMatchObject({
    modifications: [{ type: "QueryFailed", errorData: { code: "arguments-invalid" } }],
  });
  for (const type of ["Action", "Mutation"] as const) {
    const { frame, socket } = await openSocket(ask(type, type === "Action" ? "voices:preview" : "notes:add", args));
    expect(await frame(`${type}Response`)).toMatchObject({ success: false, errorData: { code: "arguments-invalid" } });
    socket.close();
  }
  query.socket.close();
});

test("an action with arguments that are no value of the protocol is refused, and its client may leave", async () => {
  const { frame, socket } = await openSocket(ask("Action", "voices:preview", '{"a":{"$x":1}}'));
  expect(await frame("ActionResponse")).toMatchObject({ success: false, errorData: { code: "arguments-invalid" } });
  socket.close();
  await once(socket, "close");
});

test.each(["[", "a b", "", "x:99999999", "\u00ff"])(
  "an upgrade with the host '%s' is refused, and nothing else",
  async (host) => {
    const request = `GET /api/1.48.0/sync HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`;
    expect(await answerTo(request)).toMatch(/^HTTP\/1\.1 40[03] /);
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
  },
);
