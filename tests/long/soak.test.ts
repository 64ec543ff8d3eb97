import { speechSample } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endedCall, startCall } from "../harness/calling.ts";
import { type PlatformUser, signUp } from "../harness/platform.ts";
import { type Holdings, holdingsOf } from "../harness/processes.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";

/** Fifty calls, two at a time, leave nothing behind: no process, no file handle, no memory. */

const CALLS = 50;
const AT_ONCE = 2;
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

test(`${CALLS} calls, ${AT_ONCE} at a time`, async () => {
  await holdCalls(WARM_UP_CALLS);
  const before = holdingsOf(server.pid);
  await holdCalls(CALLS);
  // Handles of the last calls are let go a moment after they ended; memory when the collector next runs.
  await expect
    .poll(() => holdingsOf(server.pid), { timeout: WITHIN_MS * 2 })
    .toSatisfy(
      ({ processes, fileHandles, rssBytes }: Holdings) =>
        processes <= before.processes && fileHandles <= before.fileHandles * 1.05 && rssBytes <= before.rssBytes * 1.05,
      `${JSON.stringify(before)} before, and no more than 5 % above it after`,
    );
});
