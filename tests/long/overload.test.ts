import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { Call } from "@callwright/contract";
import { NodeCaller, speechSample } from "@callwright/engine/testing";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { endedCall } from "../harness/calling.ts";
import { type PlatformUser, signUp } from "../harness/platform.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

/** Too much work makes answers late. It ends no call, and chats do not hold up the sound of calls. Linux only (`taskset`). */

const CALLS = 10;
const QUESTIONS = 3;
const ANSWER_MAX_MS = 20_000;
const CHATS_AT_ONCE = 50;
const CHATTING_MS = 20_000;
const PACKET_MS = 20;
/** 20 ms of a websocket's sound: 16 kHz, 16 bits. */
const SILENT_PACKET = Buffer.alloc(640);
const QUESTION = "What are your opening hours on Saturday?";

const ASSISTANT = {
  firstMessage: "Hello.",
  silenceTimeoutSeconds: 600,
  model: {
    provider: "callwright",
    model: "builtin",
    messages: [{ role: "system", content: "On Saturday we are open from nine to five. On Sunday we are closed." }],
  },
};

let server: ServerProcess | undefined;
let busy: ChildProcess | undefined;

afterEach(async () => {
  busy?.kill("SIGKILL");
  await server?.stop();
});

async function openServer(): Promise<PlatformUser> {
  server = await startServerProcess({ env: { LOG_LEVEL: "warn" } });
  return signUp(server.url, { name: "Load", email: "load@example.com", password: "a long enough password" });
}

/** Processes that are started during this, with their children, run only on the first core. */
async function onOneCore<Result>(start: () => Promise<Result>): Promise<Result> {
  const pid = String(process.pid);
  const before = execFileSync("taskset", ["-p", pid], { encoding: "utf8" }).trim().split(" ").at(-1) ?? "";
  execFileSync("taskset", ["-cp", "0", pid]);
  try {
    return await start();
  } finally {
    execFileSync("taskset", ["-p", before, pid]);
  }
}

/** A caller, or undefined: refused with 503 and the time of a retry. */
async function tryCall(user: PlatformUser): Promise<{ id: string; caller: NodeCaller } | undefined> {
  const { status, body, headers } = await user.send<Call>("POST", "/call/web", { assistant: ASSISTANT });
  if (status === 503) {
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    return undefined;
  }
  expect(status, JSON.stringify(body)).toBe(201);
  const caller = new NodeCaller();
  const offer = await caller.createOffer();
  const room = { method: "POST", headers: { "content-type": "application/sdp" }, body: offer };
  const answer = await fetch(body.webCallUrl ?? "", room);
  if (answer.status === 201) {
    await caller.accept(await answer.text());
    return { id: body.id, caller };
  }
  expect(answer.status).toBe(503);
  caller.close();
  return undefined;
}

test(`${CALLS} calls beside a busy loop on one core: each goes on, or is refused at its start`, async () => {
  const user = await onOneCore(async () => {
    busy = spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" });
    return openServer();
  });
  const question = await speechSample(QUESTION);
  const tried = await Promise.all(Array.from({ length: CALLS }, () => tryCall(user)));
  const calls = tried.filter((call) => call !== undefined);
  expect(calls.length).toBeGreaterThan(0);
  let answered = 0;
  await Promise.all(
    calls.map(async ({ caller }) => {
      for (let asked = 0; asked < QUESTIONS; asked++) {
        await caller.speak(question);
        const { spokeUntilMs } = caller;
        const isAnswered = caller.until(() => caller.firstSoundAfter(spokeUntilMs), "the answer is heard", ANSWER_MAX_MS);
        await isAnswered.then(
          () => (answered += 1),
          () => {},
        );
      }
    }),
  );
  for (const { id } of calls) expect((await user.send<Call>("GET", `/call/${id}`)).body.status).toBe("in-progress");
  process.stdout.write(
    `${calls.length} of ${CALLS} calls began; ${answered} of ${calls.length * QUESTIONS} questions were answered.\n`,
  );
  busy?.kill("SIGKILL");
  for (const { caller } of calls) caller.close();
  const ended = await Promise.all(calls.map(({ id }) => endedCall(user, id)));
  expect(ended.map(({ endedReason }) => endedReason)).toEqual(calls.map(() => "customer-ended-call"));
});

/** A program in a websocket call: it sends silence at the pace of a telephone, and counts received messages. */
class Program {
  packets = 0;
  readonly #socket: WebSocket;
  readonly #timer: NodeJS.Timeout;
  readonly #startedMs = performance.now();
  #sent = 0;

  constructor(url: string) {
    this.#socket = new WebSocket(url);
    this.#socket.on("message", (_: Buffer, isBinary: boolean) => {
      if (isBinary) this.packets += 1;
    });
    this.#timer = setInterval(() => this.#send(), PACKET_MS);
  }

  #send(): void {
    const due = Math.floor((performance.now() - this.#startedMs) / PACKET_MS);
    for (; this.#sent < due; this.#sent++) if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(SILENT_PACKET);
  }

  hangUp(): void {
    clearInterval(this.#timer);
    this.#socket.send(JSON.stringify({ type: "hangup" }));
  }
}

async function openProgram(user: PlatformUser): Promise<{ id: string; program: Program }> {
  const audioFormat = { format: "pcm_s16le", container: "raw", sampleRate: 16_000 };
  const transport = { provider: "vapi.websocket", audioFormat };
  const { status, body } = await user.send<Call>("POST", "/call", { assistant: ASSISTANT, transport });
  expect(status, JSON.stringify(body)).toBe(201);
  const { id, transport: { websocketCallUrl = "" } = {} } = body as Call & { transport?: { websocketCallUrl?: string } };
  return { id, program: new Program(websocketCallUrl) };
}

/** Counts answered and refused chats until the time has passed. */
async function chat(user: PlatformUser, assistantId: string): Promise<{ answered: number; refused: number }> {
  const counts = { answered: 0, refused: 0 };
  const untilMs = performance.now() + CHATTING_MS;
  const talk = async () => {
    while (performance.now() < untilMs) {
      const { status, body } = await user.send("POST", "/chat", { assistantId, input: QUESTION });
      if (status === 429) counts.refused += 1;
      else {
        expect(status, JSON.stringify(body)).toBe(200);
        counts.answered += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: CHATS_AT_ONCE }, talk));
  return counts;
}

test(`${CHATS_AT_ONCE} chats at a time beside ${CALLS} calls: the sound keeps its pace, and chats are answered`, async () => {
  const user = await openServer();
  const { body: assistant } = await user.send<{ id: string }>("POST", "/assistant", ASSISTANT);
  const calls = await Promise.all(Array.from({ length: CALLS }, () => openProgram(user)));
  await expect.poll(() => Math.min(...calls.map(({ program }) => program.packets))).toBeGreaterThan(100);
  const before = calls.map(({ program }) => program.packets);
  const startedMs = performance.now();
  const chatting = chat(user, assistant.id);
  await delay(CHATTING_MS);
  const sent = (performance.now() - startedMs) / PACKET_MS;
  const shares = calls.map(({ program }, index) => (program.packets - (before[index] ?? 0)) / sent);
  const { answered, refused } = await chatting;
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  process.stdout.write(`Sound in time: ${shares.map(percent).join(", ")}; ${answered} chats answered, ${refused} refused.\n`);
  for (const { program } of calls) program.hangUp();
  const ended = await Promise.all(calls.map(({ id }) => endedCall(user, id)));
  expect(ended.map(({ endedReason }) => endedReason)).toEqual(calls.map(() => "customer-ended-call"));
  expect(Math.min(...shares)).toBeGreaterThan(0.95);
  expect(answered).toBeGreaterThan(CHATS_AT_ONCE);
});
