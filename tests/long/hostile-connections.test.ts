import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { NodeCaller } from "@callwright/engine/testing";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type LiveClient, openLiveClient } from "../../apps/server/src/testing/live-client.ts";
import { type SpawnedServer, spawnServer } from "../../apps/server/src/testing/spawn-server.ts";
import { signUpTestClient, type TestClient } from "../../apps/server/src/testing/test-client.ts";

/** Hostile data over sockets, upgrades and data channels costs at most its own connection: a live query and a call beside it continue. */

const SEED = 20_261_123;
const WITHIN_MS = 60_000;
const fuzz = (numRuns: number) => ({ seed: SEED, numRuns, interruptAfterTimeLimit: 40_000, endOnFailure: true });

let server: SpawnedServer;
let person: TestClient;
let live: LiveClient;
let canary: { id: string; caller: NodeCaller };
let changes: unknown[];

async function startCall(): Promise<{ id: string; caller: NodeCaller }> {
  const { status, body } = await person.json<{ id: string; webCallUrl: string }>("POST", "/call/web", {
    assistant: { firstMessage: "Hello.", maxDurationSeconds: 600, silenceTimeoutSeconds: 600 },
  });
  expect(status).toBe(201);
  const caller = new NodeCaller();
  await caller.join(async (sdp) => {
    const answer = await fetch(body.webCallUrl, { method: "POST", headers: { "content-type": "application/sdp" }, body: sdp });
    return answer.text();
  });
  await caller.until(() => caller.listening, "the call listens", WITHIN_MS);
  return { id: body.id, caller };
}

beforeAll(async () => {
  server = await spawnServer({ SIGN_UP: "open", LOG_LEVEL: "error", CALL_HOST_MAX: "1" });
  person = await signUpTestClient(server.url);
  live = openLiveClient(server.url, () => person.orgToken);
  changes = live.watch("changes:latest", {});
  canary = await startCall();
});
afterAll(async () => {
  canary?.caller.close();
  await live?.close();
  await server?.close();
});

/** The same server process still serves the earlier connections. */
async function expectCanariesToLive(): Promise<void> {
  const { status, body } = await person.json<{ status: string }>("GET", `/call/${canary.id}`);
  expect([status, body.status]).toEqual([200, "in-progress"]);
  const before = changes.length;
  expect((await person.json("POST", "/assistant", { name: "Canary" })).status).toBe(201);
  await expect.poll(() => changes.length).toBeGreaterThan(before);
  expect(live.isConnected()).toBe(true);
  expect(server.said()).not.toContain("the server crashed");
}

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const json = fc.oneof(
  fc.json({ maxDepth: 5 }),
  fc.integer({ min: 1, max: 100_000 }).map(nested),
  fc.constantFrom(
    '{"$integer":"x"}',
    '{"$x":1}',
    '{"__proto__":{"a":1}}',
    '"\\u0000"',
    '"\\ud800"',
    "1e999",
    "null",
    '{"id":"x"}',
  ),
);
const path = fc.constantFrom(
  ...["changes:latest", "calls:list", "calls:get", "notes:add", "tools:test", "voices:preview"],
  ...["constructor", "__proto__", "x", ""],
);
const version = fc.constantFrom("0", "1", "2", "-1", "1e300", '"1"');
const frame = fc.oneof(
  fc.constant(JSON.stringify({ type: "Connect", sessionId: randomUUID(), connectionCount: 0 })),
  fc
    .tuple(version, version, path, json)
    .map(
      ([from, to, name, args]) =>
        `{"type":"ModifyQuerySet","baseVersion":${from},"newVersion":${to},"modifications":[{"type":"Add","queryId":1,"udfPath":"${name}","args":[${args}]},{"type":"Remove","queryId":2}]}`,
    ),
  fc
    .tuple(fc.constantFrom("Action", "Mutation", "Event", "Nothing"), path, json)
    .map(([type, name, args]) => `{"type":"${type}","requestId":1,"udfPath":"${name}","args":[${args}]}`),
  fc
    .tuple(fc.constantFrom("User", "None", "Admin"), version, json)
    .map(([type, from, value]) => `{"type":"Authenticate","tokenType":"${type}","baseVersion":${from},"value":${value}}`),
  json,
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.integer({ min: 1, max: 2_000_000 }).map((size) => "x".repeat(size)),
);

test("frames of the sync protocol in any order and of any shape, with clients that leave early", async () => {
  const connectFrame = JSON.stringify({ type: "Connect", sessionId: randomUUID(), connectionCount: 0 });
  const signIn = JSON.stringify({ type: "Authenticate", tokenType: "User", baseVersion: 0, value: person.orgToken });
  const start = fc.constantFrom([], [connectFrame], [connectFrame, signIn]);
  await fc.assert(
    fc.asyncProperty(start, fc.array(frame, { maxLength: 12 }), fc.boolean(), async (first, frames, leavesEarly) => {
      const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/1.48.0/sync`);
      const closed = once(socket, "close");
      socket.on("error", () => {});
      await once(socket, "open");
      for (const text of [...first, ...frames]) if (socket.readyState === WebSocket.OPEN) socket.send(text);
      if (leavesEarly) socket.terminate();
      else socket.close();
      await closed;
    }),
    fuzz(400),
  );
  await expectCanariesToLive();
});

test("upgrades with any host, origin, path and header", async () => {
  const word = fc.oneof(
    fc.constantFrom(
      "",
      "[",
      "a b",
      "x:99999999",
      "127.0.0.1",
      "localhost:3000",
      "http://x",
      "null",
      "http://[",
      "%",
      "\u00ff",
      "websocket",
      "h2c",
    ),
    fc.string({ maxLength: 30 }).map((text) => text.replace(/[\r\n]/g, "")),
  );
  const target = fc.oneof(fc.constantFrom("/", "/api/1.48.0/sync", "//", "*", "http://[", "/%"), word);
  await fc.assert(
    fc.asyncProperty(target, word, word, word, word, async (url, host, origin, protocol, key) => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
      socket.on("error", () => {});
      socket.resume();
      socket.end(
        `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nUpgrade: ${protocol}\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n\r\n`,
      );
      await once(socket, "close");
    }),
    fuzz(400),
  );
  await expectCanariesToLive();
});

/** The host has read all earlier data of this caller; false if it has closed the call instead. */
async function isRead(caller: NodeCaller, mark: number): Promise<boolean> {
  caller.sendAnything("telemetry", JSON.stringify({ type: "ping", clientMs: mark }));
  const isAnswered = () => caller.telemetry.some(({ type, clientMs }) => type === "pong" && clientMs === mark);
  await caller.until(() => caller.closed || isAnswered(), "the host answers, or closes the call", WITHIN_MS);
  return isAnswered();
}

const clientMessage = fc
  .tuple(
    fc.constantFrom("say", "add-message", "control", "ping", "audible", "recognized", "constructor", "__proto__", ""),
    fc.dictionary(
      fc.constantFrom(
        ...["message", "content", "role", "control", "text", "final", "turn", "atCallMs", "clientMs", "triggerResponseEnabled"],
        ...["endCallAfterSpoken", "interruptionsEnabled", "interruptAssistantEnabled", "__proto__"],
      ),
      json,
    ),
  )
  .map(([type, fields]) => {
    const rest = Object.entries(fields).map(([name, value]) => `,${JSON.stringify(name)}:${value}`);
    return `{"type":${JSON.stringify(type)}${rest.join("")}}`;
  });
const validMessage = fc.constantFrom(
  JSON.stringify({ type: "say", message: "Hello.", endCallAfterSpoken: false }),
  JSON.stringify({ type: "add-message", message: { role: "user", content: "\u0000{{ now | date: 'x' }}" } }),
  JSON.stringify({ type: "control", control: "mute-assistant" }),
  JSON.stringify({ type: "recognized", text: "Hello?", final: true }),
  JSON.stringify({ type: "audible", turn: -1, atCallMs: 1e300 }),
  "playable",
  "listening",
);
const sent = fc.tuple(
  fc.constantFrom("app" as const, "telemetry" as const),
  fc.oneof(
    clientMessage,
    validMessage,
    json,
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.uint8Array({ maxLength: 200 }),
    fc.integer({ min: 1, max: 300_000 }).map((size) => "x".repeat(size)),
  ),
);

test("texts and bytes on the data channels of a call, beside another call of the same host", async () => {
  let hostile: NodeCaller | undefined;
  let runs = 0;
  let closed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(sent, { minLength: 1, maxLength: 20 }), fc.boolean(), async (messages, leavesEarly) => {
      hostile ??= (await startCall()).caller;
      runs += 1;
      for (const [label, data] of messages) hostile.sendAnything(label, data);
      const lives = await isRead(hostile, runs);
      // The host may close the call of a caller who misbehaves; the others must not notice.
      if (!lives) closed += 1;
      if (!lives || (leavesEarly && runs % 10 === 0)) {
        hostile.close();
        hostile = undefined;
      }
      expect(await isRead(canary.caller, runs), `after ${closed} closed calls`).toBe(true);
    }),
    fuzz(150),
  );
  hostile?.close();
  expect(runs).toBeGreaterThan(0);
  await expectCanariesToLive();
});
