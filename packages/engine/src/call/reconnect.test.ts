import { stat } from "node:fs/promises";
import type { CreateAssistant } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CuttableNetwork } from "../testing/cuttable-network.ts";
import { NodeCaller } from "../testing/node-caller.ts";
import { startTestCalls, type TestCall, type TestCalls } from "../testing/test-calls.ts";

const RILEY: CreateAssistant = {
  name: "Riley",
  firstMessage: "Hello, this is Riley.",
  model: {
    provider: "callwright",
    model: "builtin",
    messages: [{ role: "system", content: "On Saturday we are open from ten until four. On Sunday we are closed." }],
  },
  transcriber: { provider: "callwright", model: "browser" },
};
/** Generous: a connection is given up after 10 s at the earliest, and other tests share the machine. */
const PATIENT = { timeout: 240_000 };
const WAIT_MS = 90_000;
/** Between a page's attempts. */
const ATTEMPT_MS = 5_000;
/** Stereo, 16 kHz, 16 bit. */
const RECORDED_BYTES_PER_MS = 64;

let calls: TestCalls;
const callers: NodeCaller[] = [];
const networks: CuttableNetwork[] = [];
beforeAll(async () => {
  calls = await startTestCalls();
});
afterAll(async () => {
  for (const caller of callers) caller.close();
  for (const network of networks) network.close();
  await calls.close();
  expect(calls.logs.filter((line) => line.startsWith("error"))).toEqual([]);
});

const spoke = (call: TestCall, count: number) =>
  call.caller.until(() => call.said().length >= count, `the assistant has spoken ${count} times`, WAIT_MS);
const happened = (call: TestCall, type: "caller.left" | "caller.returned") =>
  call.caller.until(() => call.payloads(type).length > 0, `${type} was reported`, WAIT_MS);

async function ended(call: TestCall) {
  await call.caller.until(() => call.end, "the call has ended", WAIT_MS);
  return call.end;
}

/** Joins as a page would; answers the number of its session. */
async function join({ callId }: TestCall, caller: NodeCaller, network?: CuttableNetwork): Promise<number> {
  const offer = await caller.createOffer();
  const { session, sdp } = await calls.pool.offer(callId, network?.offer(offer) ?? offer);
  await caller.accept((await network?.answer(sdp)) ?? sdp);
  await caller.until(() => caller.listening, "the pipeline listens", WAIT_MS);
  return session;
}

async function joinAnew(call: TestCall): Promise<{ caller: NodeCaller; session: number }> {
  const caller = new NodeCaller();
  callers.push(caller);
  return { caller, session: await join(call, caller) };
}

/** A call over a network that can be cut. */
async function callOver(network: CuttableNetwork, assistant = RILEY): Promise<TestCall & { session: number }> {
  networks.push(network);
  const call = await calls.place(assistant);
  return Object.assign(call, { session: await join(call, call.caller, network) });
}

/** Another path is looked for; its offer is sent once `untilSent` says so. */
async function restart(
  { callId, caller, session }: TestCall & { session: number },
  network: CuttableNetwork,
  untilSent: () => Promise<void> = async () => undefined,
): Promise<void> {
  await caller.restart(async (offer) => {
    await untilSent();
    return network.answer(await calls.pool.restart(callId, session, network.offer(offer)));
  });
}

/** As a page does (`ConnectionKeeper`): a path that is not found in time is looked for again, while the host waits for it. */
async function untilReturned(call: TestCall & { session: number }, network: CuttableNetwork): Promise<void> {
  const hasReturned = () => call.payloads("caller.returned").length > 0;
  const isFound = () =>
    call.caller.until(hasReturned, "the path is found", ATTEMPT_MS).then(
      () => true,
      () => false,
    );
  // An attempt is refused once the host has given the caller up.
  while (!(await isFound())) await restart(call, network);
}

/** A typed question, and its spoken answer. */
async function ask(call: TestCall, caller: NodeCaller, question: string): Promise<string> {
  const before = call.said().length;
  caller.send({ type: "add-message", message: { role: "user", content: question } });
  await spoke(call, before + 1);
  return call.said().at(-1) ?? "";
}

describe("a network", PATIENT, () => {
  it("that changes is followed by a restart: sound and messages go on, on the same channels", async () => {
    const network = new CuttableNetwork();
    const call = await callOver(network);
    await spoke(call, 1);
    network.change();
    await restart(call, network);
    const changedMs = performance.now();
    expect(await ask(call, call.caller, "Are you open on Saturday?")).toMatch(/saturday/i);
    expect(call.caller.firstSoundAfter(changedMs)).toBeDefined();
    expect(call.payloads("caller.left")).toEqual([]);
    call.caller.send({ type: "end-call" });
    expect(await ended(call)).toMatchObject({ endedReason: "customer-ended-call", hasRecording: true });
  });

  it("that is back within the limit keeps the call, after a restart too", async () => {
    const network = new CuttableNetwork();
    const call = await callOver(network);
    await spoke(call, 1);
    network.cut();
    // A page has its offer at hand before the host notices: from then on the host waits for little more than the way there.
    await restart(call, network, async () => {
      await happened(call, "caller.left");
      network.restore();
    });
    expect(call.payloads("caller.left")).toEqual([{ how: "lost" }]);
    await untilReturned(call, network);
    expect(await ask(call, call.caller, "Are you open on Sunday?")).toMatch(/sunday/i);
    call.caller.close();
    expect(await ended(call)).toMatchObject({ endedReason: "customer-ended-call" });
  });

  it("that took a caller's browser with it leaves time to join again", async () => {
    const network = new CuttableNetwork();
    const call = await callOver(network);
    await spoke(call, 1);
    network.cut();
    const { caller, session } = await joinAnew(call);
    expect(session).toBe(2);
    expect(await ask(call, caller, "Are you open on Sunday?")).toMatch(/sunday/i);
    await expect(calls.pool.restart(call.callId, 1, "v=0")).rejects.toMatchObject({ code: "call-taken-over" });
    caller.close();
    expect(await ended(call)).toMatchObject({ endedReason: "customer-ended-call" });
  });
});

describe("a caller who may return", PATIENT, () => {
  it("leaves, comes back and finds the same call: its conversation, its clock, its one recording", async () => {
    const call = await calls.place(RILEY, { callerMayReturn: true });
    await join(call, call.caller);
    await spoke(call, 1);
    expect(await ask(call, call.caller, "Are you open on Saturday?")).toMatch(/saturday/i);
    call.caller.close();
    await happened(call, "caller.left");
    expect(call.payloads("caller.left")).toEqual([{ how: "hung-up" }]);

    const { caller } = await joinAnew(call);
    await happened(call, "caller.returned");
    expect(caller.telemetry[0]).toEqual({ type: "session", hearing: "browser", recording: true, waitsForCallerMs: 60_000 });
    await caller.until(() => caller.messages.length >= 2, "the page knows what was said", WAIT_MS);
    expect(caller.messages.slice(0, 2)).toMatchObject([
      { type: "status-update", status: "in-progress" },
      { type: "conversation-update" },
    ]);
    expect(JSON.stringify(caller.messages[1])).toContain("Are you open on Saturday?");
    expect(await ask(call, caller, "Are you open on Sunday?")).toMatch(/sunday/i);
    caller.send({ type: "end-call" });

    expect(await ended(call)).toMatchObject({ endedReason: "customer-ended-call", hasRecording: true });
    expect(call.events.map(({ seq }) => seq)).toEqual(call.events.map((_, index) => index));
    expect(call.payloads("call.started")).toHaveLength(1);
    expect(call.said()).toHaveLength(3);
    const lastMs = call.payloads("assistant.said").at(-1)?.endMs ?? Number.POSITIVE_INFINITY;
    const recordedMs = (await stat(call.recordingPath)).size / RECORDED_BYTES_PER_MS;
    expect(recordedMs).toBeGreaterThan(lastMs);
    await expect(calls.pool.offer(call.callId, "v=0")).rejects.toMatchObject({ code: "call-not-joinable" });
  });
});

describe("a second page", PATIENT, () => {
  it("takes the call over, and the first is told so", async () => {
    const call = await calls.call(RILEY);
    await spoke(call, 1);
    const { caller, session } = await joinAnew(call);
    const isTold = () => call.caller.telemetry.some(({ type }) => type === "taken-over");
    await call.caller.until(isTold, "the first page is told", WAIT_MS);
    await call.caller.until(() => call.caller.closed, "the first page's room is closed", WAIT_MS);
    // The first page hangs up after that, as pages do: the call is no longer its own.
    expect(await calls.pool.leave(call.callId, session - 1)).toBe(true);
    expect(await ask(call, caller, "Are you open on Sunday?")).toMatch(/sunday/i);
    expect(call.payloads("caller.left")).toEqual([]);
    expect(await calls.pool.leave(call.callId, session)).toBe(false);
    expect(await ended(call)).toMatchObject({ endedReason: "customer-ended-call" });
  });
});
