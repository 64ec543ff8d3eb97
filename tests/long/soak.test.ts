import { speechSample } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endedCall, startCall } from "../harness/calling.ts";
import { type PlatformUser, signUp } from "../harness/platform.ts";
import { type Holdings, holdingsOf, memoryOfServer } from "../harness/processes.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

/** Calls and chats release everything: processes, file handles, memory. `SOAK_CALLS=200 SOAK_CHATS=2000` is the long form. */

const CALLS = Number(process.env.SOAK_CALLS ?? 50);
const CHATS = Number(process.env.SOAK_CHATS ?? 500);
const AT_ONCE = 2;
const CHATS_AT_ONCE = 20;
/** Caches, compiled code and pools fill during the first ones; afterwards, memory must stay flat. */
const WARM_UP = 20;
const WITHIN_MS = 60_000;

const TALKATIVE = {
  firstMessage: "Hello.",
  model: {
    provider: "callwright",
    model: "builtin",
    messages: [{ role: "system", content: "On Saturday we are open from nine to five. On Sunday we are closed." }],
  },
};

let server: ServerProcess;
let user: PlatformUser;
let question: Int16Array;

beforeAll(async () => {
  server = await startServerProcess({ env: { LOG_LEVEL: "warn" } });
  user = await signUp(server.url, { name: "Soak", email: "soak@example.com", password: "a long enough password" });
  question = await speechSample("What are your opening hours on Saturday?");
});

afterAll(async () => {
  await server?.stop();
});

async function holdCall(): Promise<void> {
  const { id, caller } = await startCall(user, { assistant: TALKATIVE });
  await caller.until(() => caller.lastSound, "the greeting is heard", WITHIN_MS);
  await caller.until(() => caller.quietMs > 800, "the greeting is over", WITHIN_MS);
  await caller.speak(question);
  const { spokeUntilMs } = caller;
  await caller.until(() => caller.firstSoundAfter(spokeUntilMs), "the answer is heard", WITHIN_MS);
  await caller.until(() => caller.quietMs > 800, "the answer is over", WITHIN_MS);
  caller.close();
  const call = await endedCall(user, id);
  expect(call.endedReason).toBe("customer-ended-call");
  expect(call.artifact?.transcript).toMatch(/AI: On Saturday/);
}

async function holdCalls(count: number): Promise<void> {
  for (let held = 0; held < count; held += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, holdCall));
}

async function holdChats(count: number): Promise<void> {
  const { body: assistant } = await user.send<{ id: string }>("POST", "/assistant", TALKATIVE);
  let left = count;
  const chat = async () => {
    while (left-- > 0) {
      const { status, body } = await user.send("POST", "/chat", { assistantId: assistant.id, input: "When do you open?" });
      expect(status, JSON.stringify(body)).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: CHATS_AT_ONCE }, chat));
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;
const print = (when: string, { server, callHosts }: ReturnType<typeof memoryOfServer>) =>
  process.stdout.write(`${when}: server ${megabytes(server)}, call hosts ${megabytes(callHosts)}\n`);

test(`${CALLS} calls, ${AT_ONCE} at a time, and ${CHATS} chats`, async () => {
  await holdCalls(WARM_UP);
  await holdChats(WARM_UP);
  const before = holdingsOf(server.pid);
  const memoryBefore = memoryOfServer(server.pid);
  print("Before", memoryBefore);
  await holdCalls(CALLS);
  print("After the calls", memoryOfServer(server.pid));
  await holdChats(CHATS);
  print("After the chats", memoryOfServer(server.pid));
  // Handles of the last calls are closed a moment after their end; memory is freed by the next garbage collection.
  await expect
    .poll(() => holdingsOf(server.pid), { timeout: WITHIN_MS * 2 })
    .toSatisfy(
      ({ processes, fileHandles }: Holdings) => processes <= before.processes && fileHandles <= before.fileHandles * 1.05,
      `${JSON.stringify(before)} before, and no more than 5 % above it after`,
    );
  await expect
    .poll(() => memoryOfServer(server.pid), { timeout: WITHIN_MS * 2 })
    .toSatisfy(
      (after: typeof memoryBefore) =>
        after.server <= memoryBefore.server * 1.1 && after.callHosts <= memoryBefore.callHosts * 1.1,
      `${JSON.stringify(memoryBefore)} before, and no more than 10 % above it after`,
    );
  print("At the end", memoryOfServer(server.pid));
});
