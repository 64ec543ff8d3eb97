import { readFile } from "node:fs/promises";
import { type CreateAssistant, ENDED_REASONS, WORKER_STALLED } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { knownHabits } from "../providers/openai-compatible/server-habits.ts";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "../providers/testing/fake-model-server.ts";
import { startOddServer } from "../providers/testing/odd-server.ts";
import { tool } from "../testing/scripted-turn.ts";
import { startTestCalls, type TestCalls } from "../testing/test-calls.ts";
import type { CallHostPoolOptions, PoolLogEntry } from "./call-host-pool.ts";
import { ProcessPool } from "./process-pool.ts";

const ASSISTANT: CreateAssistant = { firstMessage: "Hello.", transcriber: { provider: "callwright", model: "browser" } };
const WAIT = { timeout: 60_000 };

const KEY = "sk-of-the-server-0123456789";

const LOOK_UP = tool("look_up", { description: "Looks up an order." });

let model: FakeOpenAiServer;
let calls: TestCalls;
beforeAll(async () => {
  vi.stubEnv("OPENAI_API_KEY", KEY);
  model = await startFakeOpenAiServer({ apiKey: KEY });
  calls = await startTestCalls({
    maxCallsPerHost: 1,
    maxHosts: 2,
    idleHostMs: 100,
    serverKeys: { openai: KEY, "custom-llm": "sk-of-another-provider" },
    providerUrls: { openai: model.url },
  });
});
afterAll(async () => {
  await calls.close();
  await model.close();
  vi.unstubAllEnvs();
});

afterEach(() => {
  vi.useRealTimers();
});

/** Calls run one after another here: each test leaves an empty pool. */
const endAll = async (...ending: { callId: string; ended(): Promise<unknown> }[]) => {
  for (const { callId } of ending) calls.pool.end(callId, "manually-canceled");
  await Promise.all(ending.map((call) => call.ended()));
};

it("refuses a call over capacity, and says when to come back", async () => {
  const first = await calls.place(ASSISTANT);
  const second = await calls.place(ASSISTANT);
  await expect(calls.place(ASSISTANT)).rejects.toMatchObject({
    code: "at-capacity",
    status: 429,
    retryAfterSeconds: expect.any(Number),
  });
  expect(calls.pool.calls).toBe(2);
  expect(calls.pool.hostPids).toHaveLength(2);
  await endAll(first, second);
  expect(calls.pool.calls).toBe(0);
});

it("keeps keys out of a host's environment, and gives a call the key of its model", async () => {
  const [pid] = calls.pool.hostPids;
  const environment = (await readFile(`/proc/${pid}/environ`, "utf8")).split("\0");
  expect(environment.some((line) => line.startsWith("PATH="))).toBe(true);
  expect(environment.filter((line) => line.includes("sk-"))).toEqual([]);

  const call = await calls.call({ ...ASSISTANT, firstMessage: "", model: { provider: "openai", model: "gpt-4.1" } });
  call.caller.send({ type: "add-message", message: { role: "user", content: "Hello?" }, triggerResponseEnabled: true });
  await call.caller.until(() => call.said().includes("Hello from the fake."), "the model has answered");
  expect(model.requests.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${KEY}`]);
  await endAll(call);
});

it("learns from a call that the server of its model takes no tools", async () => {
  const server = await startOddServer("notools");
  const call = await calls.call(
    { ...ASSISTANT, firstMessage: "", model: { provider: "custom-llm", model: "odd", url: server.url } },
    { tools: [LOOK_UP] },
  );
  call.caller.send({ type: "add-message", message: { role: "user", content: "Hello?" }, triggerResponseEnabled: true });
  await call.caller.until(() => call.said().length > 0, "the model has answered");
  expect(knownHabits(server.url, "odd")).toMatchObject({ takesTools: false });
  await endAll(call);
  await server.close();
});

it("takes ten offers of a call at once, and says when the next may come", async () => {
  const call = await calls.place(ASSISTANT);
  const offers = Array.from({ length: 13 }, () => calls.pool.offer(call.callId, "v=0").catch((error: unknown) => error));
  const refused = (await Promise.all(offers)).slice(10);
  for (const error of refused)
    expect(error).toMatchObject({
      code: "rate-limited",
      status: 429,
      message: "More than 10 connections a minute to this call. Try again in 6 s.",
      retryAfterSeconds: 6,
    });
  await endAll(call);
  await expect(calls.pool.offer(call.callId, "v=0")).rejects.toMatchObject({ code: "call-not-joinable" });
});

it("lets hosts that are not needed go, but for one", async () => {
  await vi.waitFor(() => expect(calls.pool.hostPids).toHaveLength(1), WAIT);
});

it("ends the calls of a killed host with the true reason, and no others", async () => {
  const doomed = await calls.call(ASSISTANT);
  const [doomedPid] = calls.pool.hostPids;
  const other = await calls.call(ASSISTANT);
  await doomed.caller.until(() => doomed.said().length === 1, "the assistant has spoken");
  if (doomedPid) process.kill(doomedPid, "SIGKILL");

  expect(await doomed.ended()).toMatchObject({ endedReason: "call.in-progress.error-vapifault-worker-died", hasRecording: true });
  expect(doomed.events.map(({ seq }) => seq)).toEqual(doomed.events.map((_, index) => index));
  expect(doomed.events.at(-1)).toMatchObject({
    type: "call.ended",
    payload: { endedReason: "call.in-progress.error-vapifault-worker-died" },
  });
  expect((await readFile(doomed.recordingPath)).readUInt32LE(40)).toBeGreaterThan(0);

  const heard = other.said().length;
  other.caller.send({ type: "say", message: "Still here." });
  await other.caller.until(() => other.said().length > heard, "the other call goes on");
  await endAll(other);
});

it("ends the calls of a host that stopped answering with that reason, although the caller has left meanwhile", {
  tags: "long",
}, async () => {
  const call = await calls.call(ASSISTANT);
  const [stoppedPid] = calls.pool.hostPids;
  if (stoppedPid) process.kill(stoppedPid, "SIGSTOP");
  call.caller.close();
  expect(await calls.pool.leave(call.callId, 1)).toBe(false);
  expect(await call.ended()).toMatchObject({ endedReason: ENDED_REASONS.workerDied, message: WORKER_STALLED });
});

it("gives a call up that its host does not end in time, and keeps the host, which frees the place when it has ended it", async () => {
  await vi.waitFor(() => expect(calls.pool.hostPids).toHaveLength(1), WAIT);
  const [pid] = calls.pool.hostPids;
  const call = await calls.call(ASSISTANT);
  // Messages of the host are not read before the timers.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  calls.pool.end(call.callId, "manually-canceled", "An editor ended it.");
  vi.advanceTimersByTime(30_000);
  vi.useRealTimers();
  expect(call.end).toMatchObject({ endedReason: "manually-canceled", message: "An editor ended it." });
  expect(call.events.at(-1)).toMatchObject({ type: "call.ended", seq: call.events.length - 1 });
  expect(calls.pool.calls).toBe(1);
  await vi.waitFor(() => expect(calls.pool.calls).toBe(0), WAIT);
  expect(call.events.filter(({ type }) => type === "call.ended")).toHaveLength(1);
  expect(calls.pool.hostPids).toContain(pid);
});

it("ends a call of a host that does not answer with the reason and the message that were asked for", {
  tags: "long",
}, async () => {
  const call = await calls.call(ASSISTANT);
  const [stoppedPid] = calls.pool.hostPids;
  if (stoppedPid) process.kill(stoppedPid, "SIGSTOP");
  call.caller.close();
  calls.pool.end(call.callId, "customer-busy", "The telephone declined.");
  expect(await call.ended()).toMatchObject({ endedReason: "customer-busy", message: "The telephone declined." });
});

it("starts another host, and ends calls with the given reason when a host is asked to go", { tags: "long" }, async () => {
  const call = await calls.call(ASSISTANT);
  for (const pid of calls.pool.hostPids) process.kill(pid, "SIGTERM");
  expect(await call.ended()).toMatchObject({ endedReason: "worker-shutdown" });
  await vi.waitFor(() => expect(calls.pool.hostPids).toHaveLength(0), WAIT);
});

const poolOf = (options: Partial<CallHostPoolOptions>) =>
  new ProcessPool({
    settings: { iceServers: [], providerUrls: {}, fakes: true },
    serverKeys: {},
    maxCallsPerHost: 1,
    maxHosts: 1,
    log: () => {},
    act: () => Promise.reject(new Error("these calls have no tools")),
    adviseEndpointing: async () => ({ problem: "There is no endpointing server." }),
    onJoined: () => {},
    onEvents: () => {},
    onPartial: () => {},
    onEnded: () => {},
    ...options,
  });
const SPEC = { callId: "one", orgId: "org", assistant: ASSISTANT, variableValues: {} };

it("answers a caller who has waited long that the host is still starting, and lets it start", { tags: "long" }, async () => {
  const pool = poolOf({ callerWaitMs: 1 });
  await expect(pool.start(SPEC)).rejects.toMatchObject({
    code: "call-host-unavailable",
    message: "The call cannot start right now: the call host is still starting.",
    retryAfterSeconds: expect.any(Number),
  });
  const { hostPids } = pool;
  await pool.warm();
  await pool.start(SPEC);
  expect([hostPids.length, pool.hostPids]).toEqual([1, hostPids]);
  await pool.close("worker-shutdown");
});

it("gives a host up that does not start", { tags: "long" }, async () => {
  const pool = poolOf({ hostStartMs: 1 });
  await expect(pool.start(SPEC)).rejects.toMatchObject({
    code: "call-host-unavailable",
    message: "The call cannot start right now: the call host did not start in time.",
  });
  expect([pool.calls, pool.hostPids]).toEqual([0, []]);
});

it("answers a caller that a host crashed, and puts its last output only into the log", { tags: "long" }, async () => {
  const logged: PoolLogEntry[] = [];
  // Invalid settings: the host crashes when it starts with them.
  const pool = poolOf({ settings: null as never, log: (entry) => void logged.push(entry) });
  const started = pool.start(SPEC);
  await expect(started).rejects.toMatchObject({
    code: "call-host-unavailable",
    message: "The call cannot start right now: the call host exited with code 1.",
    cause: { cause: { message: expect.stringContaining("TypeError") } },
  });
  expect(logged).toMatchObject([{ level: "error", detail: { crashOutput: expect.stringContaining("TypeError") } }]);
  await pool.close("worker-shutdown");
});
