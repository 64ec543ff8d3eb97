import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { PassThrough } from "node:stream";
import { text as readAll } from "node:stream/consumers";
import type { AuditEvent, Chat, Session, WebhookDelivery } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  type LoopbackServer,
  startLoopbackServer,
} from "../../apps/server/src/modules/credential/outgoing/testing/loopback-server.ts";
import { signUpColleague } from "../../apps/server/src/testing/colleague.ts";
import { programArguments } from "../../apps/server/src/testing/program.ts";
import { startTestServer, type TestServer } from "../../apps/server/src/testing/start-test-server.ts";
import type { TestClient } from "../../apps/server/src/testing/test-client.ts";
import { runCommandLine } from "../../packages/cli/src/command-line.ts";
import { thisMachine } from "../../packages/cli/src/machine.ts";

/** `callwright listen` as a process, beside a real server. The person's own server is `local`; `remote` is the configured one. */

// A program from source takes ten seconds to start on a busy machine, and one test starts three.
vi.setConfig({ testTimeout: 240_000 });
afterAll(() => vi.resetConfig());

const program = programArguments(new URL("../../packages/cli/src/main.js", import.meta.url));

let server: TestServer;
let client: TestClient;
let token: string;
let local: LoopbackServer;
let remote: LoopbackServer;
beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
});
afterAll(() => server.close());
beforeEach(async () => {
  // A separate organization, because a killed terminal counts as connected for a while.
  client = await server.signUp({ name: "Ada" });
  token = await tokenOf(client, "Ada's laptop");
  local = await startLoopbackServer((response, request) => response.end(resultOf(request.body, "Booked at home.")));
  remote = await startLoopbackServer((response, request) => response.end(resultOf(request.body, "Booked.")));
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill("SIGKILL");
    await once(child, "close");
  }
  await Promise.all([local.close(), remote.close()]);
});

const running: ChildProcess[] = [];

async function tokenOf(owner: TestClient, name: string): Promise<string> {
  return (await owner.json<{ value: string }>("POST", "/token", { name, tag: "private" })).body.value;
}

/** A terminal in which the command runs and listens: its output shows that. Fails if the command ends before. */
async function listen(args: string[] = [], address = server.url) {
  const env = { PATH: process.env.PATH, CALLWRIGHT_TOKEN: token, CALLWRIGHT_SERVER: address };
  const child = spawn(process.execPath, [...program, "listen", "--forward", `${local.origin}/hook`, ...args], { env });
  running.push(child);
  const output = { text: "" };
  await new Promise<void>((listens, ends) => {
    child.once("close", () => ends(new Error(`The command ended: ${output.text}`)));
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        output.text += chunk.toString();
        if (output.text.includes("Stop with Ctrl+C.")) listens();
      });
  });
  const stop = async () => {
    running.splice(running.indexOf(child), 1);
    const closed = once(child, "close");
    child.kill("SIGINT");
    await closed;
    return child.exitCode;
  };
  return { output, child, stop };
}

function resultOf(body: string, result: string): string {
  const { toolCallList = [] } = JSON.parse(body).message as { toolCallList?: { id: string }[] };
  return JSON.stringify({ results: toolCallList.map(({ id }) => ({ toolCallId: id, result })) });
}

const messagesAt = ({ arrived }: LoopbackServer) => arrived.map(({ body }) => JSON.parse(body).message);
const typesAt = (target: LoopbackServer) => messagesAt(target).map(({ type }) => type);

const assistantWith = (fields: object = {}) => ({
  name: "Riley",
  server: { url: `${remote.origin}/hook` },
  serverMessages: ["session.created", "chat.created", "chat.deleted"],
  ...fields,
});

/** An assistant that calls a tool in each chat. */
const booking = (timeoutSeconds = 20) => ({
  name: "Riley",
  model: {
    provider: "callwright",
    model: "fake-tools",
    steps: [[{ tool: "book" }], ["Done."]],
    tools: [{ type: "function", function: { name: "book" }, server: { url: `${remote.origin}/tool`, timeoutSeconds } }],
  },
});

async function chat(assistant: object): Promise<Chat> {
  const { status, body } = await client.json<Chat>("POST", "/chat", { assistant, input: "Hello." });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const answerOf = ({ output = [] }: Chat) => output.find(({ role }) => role === "tool")?.content;
const newestDelivery = async (type: string) =>
  (await client.json<{ results: WebhookDelivery[] }>("GET", `/webhook-delivery?type=${type}&limit=1`)).body.results[0];

test("copies each message once, in order, and keeps what came before to itself", async () => {
  await chat(assistantWith());
  const { output, stop } = await listen();
  const { id } = await chat(assistantWith());
  await expect.poll(() => typesAt(local)).toHaveLength(2);
  const copied = messagesAt(local).map(({ messageId }) => messageId);
  const delivered = () => messagesAt(remote).map(({ messageId }) => messageId);
  // The copy may arrive before the assistant's server has its message.
  await expect.poll(() => delivered().slice(-2)).toEqual(copied);
  expect(messagesAt(local).find(({ type }) => type === "chat.created")).toMatchObject({ chat: { id } });
  expect(local.arrived[0]?.headers).toMatchObject({ "x-callwright-message-id": messagesAt(local)[0].messageId });
  await expect.poll(() => output.text).toMatch(/\d\d:\d\d:\d\d {2}chat\.created {2,}200 {2}\d+ ms\n/);
  expect(output.text).not.toContain(token);
  expect(await stop()).toBe(0);
});

test("copies what is stored while the connection is away, though the configured server is down", async () => {
  const network = await startNetwork(server.port);
  const { output } = await listen(["--type", "chat.created"], network.url);
  const down = assistantWith({ server: { url: "http://127.0.0.1:1/hook" } });
  network.cut();
  const made = await Promise.all(Array.from({ length: 12 }, () => chat(down)));
  expect(local.arrived).toEqual([]);
  await network.mend();
  await expect.poll(() => typesAt(local)).toHaveLength(12);
  expect(new Set(messagesAt(local).map((message) => message.chat.id))).toEqual(new Set(made.map(({ id }) => id)));
  expect(new Set(typesAt(local))).toEqual(new Set(["chat.created"]));
  await expect.poll(() => output.text.match(/chat\.created/g)).toHaveLength(12);
  network.cut();
});

test("with --answer, tools of running chats go to the terminal, and the log says whose it was", async () => {
  const { output, stop } = await listen(["--answer"]);
  expect(answerOf(await chat(booking()))).toBe("Booked at home.");
  expect(typesAt(remote)).not.toContain("tool-calls");
  await expect
    .poll(() => newestDelivery("tool-calls"))
    .toMatchObject({
      kind: "answered",
      status: "delivered",
      target: "tool",
      answeredBy: "Ada's laptop",
      url: `${local.origin}/hook`,
    });
  await expect.poll(() => output.text).toMatch(/tool-calls {2,}200 {2}\d+ ms {2}answered\n/);
  expect(typesAt(local).filter((type) => type === "tool-calls")).toHaveLength(1);
  expect(await stop()).toBe(0);
  expect(answerOf(await chat(booking()))).toBe("Booked.");
});

test("a local server that is down, and a terminal that leaves or is gone, are true reasons", async () => {
  const { stop } = await listen(["--answer"]);
  await local.close();
  expect(answerOf(await chat(booking()))).toBe("The request failed: Ada's laptop's terminal got no answer: ECONNREFUSED.");
  local = await startLoopbackServer(() => undefined);
  await stop();

  const leaving = await listen(["--answer"]);
  const left = chat(booking());
  await expect.poll(() => typesAt(local)).toContain("tool-calls");
  await leaving.stop();
  expect(answerOf(await left)).toBe("The request failed: Ada's laptop's terminal disconnected before it answered.");

  const killed = await listen(["--answer"]);
  killed.child.kill("SIGKILL");
  expect(answerOf(await chat(booking(4)))).toBe("The request failed: Ada's laptop's terminal did not answer within 4 s.");
  await expect
    .poll(() => newestDelivery("tool-calls"))
    .toMatchObject({
      status: "failed",
      answeredBy: "Ada's laptop",
      error: expect.stringContaining("did not answer"),
    });
});

test("a terminal of another organization, or for another assistant, gets nothing", async () => {
  const stranger = await server.signUp();
  const own = token;
  token = await tokenOf(stranger, "Stranger");
  await listen(["--answer"]);
  token = own;
  await listen(["--answer", "--assistant", "00000000-0000-4000-8000-000000000000"]);
  const { sessionId } = await chat(booking());
  expect((await client.json<Session>("GET", `/session/${sessionId}`)).status).toBe(200);
  expect(typesAt(remote)).toEqual(["tool-calls"]);
  expect(local.arrived).toEqual([]);
});

test("at another node, a message and a request of the first one arrive, and the audit log has the terminal once", async () => {
  const { databaseUrl, dataDir } = server.context.config;
  const other = await startTestServer({ config: { databaseUrl, dataDir, allowPrivateAddresses: true } });
  try {
    const { output, stop } = await listen(["--answer"], other.url);
    expect(answerOf(await chat({ ...assistantWith(), ...booking() }))).toBe("Booked at home.");
    await expect.poll(() => typesAt(local)).toEqual(expect.arrayContaining(["tool-calls", "chat.created"]));
    await expect.poll(() => output.text).toContain("answered");
    const audit = async () =>
      (await client.json<AuditEvent[]>("GET", `/org/${client.orgId}/audit?action=connectTerminal`)).body.map(
        ({ targetName, actorName }) => [targetName, actorName],
      );
    await expect.poll(audit).toEqual([[local.origin, "Ada's laptop"]]);
    await stop();
  } finally {
    await other.close();
  }
});

test("who may only read, and who has no account, are refused with what to do", async () => {
  const run = async (value: string, ...args: string[]) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const machine = { ...thisMachine(), env: { CALLWRIGHT_TOKEN: value, CALLWRIGHT_SERVER: server.url }, stdout, stderr };
    const code = await runCommandLine(["listen", "--forward", `${local.origin}/hook`, ...args], machine);
    stderr.end();
    return { code, text: await readAll(stderr) };
  };
  const { orgToken } = await signUpColleague(server, client.orgId, "viewer");
  const tooLow = { code: 1, text: expect.stringContaining("Your role 'viewer' cannot do this. It needs 'editor'.") };
  expect(await run(orgToken)).toEqual(tooLow);
  expect(await run(orgToken, "--answer")).toEqual(tooLow);
  expect(await run("not-a-token")).toEqual({ code: 1, text: expect.not.stringContaining("    at ") });
});

/** The way from the terminal to the server, which can be cut. */
async function startNetwork(port: number) {
  const sockets = new Set<Socket>();
  const proxy = createServer((incoming) => {
    const outgoing = connect(port, "127.0.0.1");
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  const open = (at: number) => new Promise<void>((listening) => proxy.listen(at, "127.0.0.1", listening));
  await open(0);
  const own = (proxy.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${own}`,
    cut: () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
    mend: () => open(own),
  };
}
