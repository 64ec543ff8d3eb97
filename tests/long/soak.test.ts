import { afterAll, beforeAll, expect, test } from "vitest";
import { endedCall, startCall } from "../harness/calling.ts";
import { eventually } from "../harness/eventually.ts";
import { type PlatformUser, signUp } from "../harness/platform.ts";
import { holdingsOf } from "../harness/processes.ts";
import { decodeChannel } from "../harness/recognise.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";
import { speechFile } from "../harness/speech.ts";

/** Fifty calls one after another leave nothing behind: no process, no file handle, no memory. */

const CALLS = 50;
/** Caches, compiled code and pools fill during the first calls; what comes after must be flat. */
const WARM_UP_CALLS = 8;
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
let question: Int16Array<ArrayBuffer>;

beforeAll(async () => {
  server = await startServerProcess({ env: { LOG_LEVEL: "warn" } });
  user = await signUp(server.url, { name: "Soak", email: "soak@example.com", password: "a long enough password" });
  const file = await speechFile({ text: "what are your opening hours on saturday?", voice: "slt", tailSeconds: 0.5 });
  question = new Int16Array(await decodeChannel(file, 0));
});

afterAll(async () => {
  await server?.stop();
});

async function holdCall(): Promise<void> {
  const { id, caller } = await startCall(user, { assistant: TALKATIVE });
  const joinedMs = performance.now();
  expect(await caller.soundAfter(joinedMs - 1000, WITHIN_MS)).toBeDefined();
  await caller.quietFor(800, WITHIN_MS);
  const askedMs = await caller.speak(question);
  expect(await caller.soundAfter(askedMs, WITHIN_MS)).toBeDefined();
  caller.leave();
  const call = await endedCall(user, id);
  expect(call.endedReason).toBe("customer-ended-call");
  expect(call.artifact?.transcript).toMatch(/AI: On Saturday/);
}

test(`${CALLS} calls one after another`, async () => {
  for (let calls = 0; calls < WARM_UP_CALLS; calls += 1) await holdCall();
  const before = holdingsOf(server.pid);
  for (let calls = 0; calls < CALLS; calls += 1) await holdCall();
  // Handles of the last call are let go a moment after it ended; memory when the collector next runs.
  const after = await eventually(
    `what is held to be as before (${JSON.stringify(before)}), it is ${JSON.stringify(holdingsOf(server.pid))}`,
    () => {
      const now = holdingsOf(server.pid);
      const isBack =
        now.processes <= before.processes &&
        now.fileHandles <= before.fileHandles * 1.05 &&
        now.rssBytes <= before.rssBytes * 1.05;
      return isBack ? now : undefined;
    },
  );
  expect(after.processes).toBe(before.processes);
});
