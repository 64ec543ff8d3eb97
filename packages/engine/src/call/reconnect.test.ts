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

/** Another path is looked for. */
async function restart({ callId, caller, session }: TestCall & { session: number }, network: CuttableNetwork): Promise<void> {
  await caller.restart(async (offer) => network.answer(await calls.pool.restart(callId, session, network.offer(offer))));
}

/** A typed question, and its spoken answer. */
async function ask(call: TestCall, caller: NodeCaller, question: string): Promise<string> {
  const before = call.said().length;
  caller.send({ type: "add-message", message: { role: "user", content: question } });
  await spoke(call, before + 1);
  return call.said().at(-1) ?? "";
}

describe.concurrent("a network", PATIENT, () => {
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
});

describe.concurrent("a second page", PATIENT, () => {
  it("takes the call over, and the first page is notified", { tags: "long" }, async () => {
    const call = await calls.call(RILEY);
    await spoke(call, 1);
    const { caller, session } = await joinAnew(call);
    const isTold = () => call.caller.telemetry.some(({ type }) => type === "taken-over");
    await call.caller.until(isTold, "the first page is told", WAIT_MS);
    await call.caller.until(() => call.caller.closed, "the first page's room is closed", WAIT_MS);
    // The first page hangs up afterwards, as pages do: the call no longer belongs to it.
    expect(await calls.pool.leave(call.callId, session - 1)).toBe(true);
    expect(await ask(call, caller, "Are you open on Sunday?")).toMatch(/sunday/i);
    expect(call.payloads("caller.left")).toEqual([]);
    expect(await calls.pool.leave(call.callId, session)).toBe(false);
    expect(await ended(call)).toMatchObject({ endedReason: "customer-ended-call" });
  });
});
