import {
  type Assistant,
  type Call,
  type CallEvent,
  ENDED_REASONS,
  type SimulationRunItem,
  type TestRun,
} from "@callwright/contract";
import type { PhoneScript } from "@callwright/engine";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { FakeCallHostPool } from "../call/runtime/testing/fake-call-host-pool.ts";
import { isAnswered } from "./heard-call.ts";

const GREETING = "Hello, this is the bistro.";
const BOOKED = "Your table is booked.";
/** How long the fake agent waits before it speaks. */
const WAIT_MS = 800;

/** Call hosts in which a function plays the agent. The tester's words are recognized in capital letters. */
class AnsweringPool extends FakeCallHostPool {
  agent: (callId: string, said: string) => void | Promise<void> = () => {};
  /** The agent's sound never begins. */
  isSilent = false;
  #turn = 0;

  override play(callId: string, script: PhoneScript): void {
    super.play(callId, script);
    const [step] = script;
    if (step?.do === "hold") {
      this.join(callId);
      this.answer(callId, GREETING);
    } else if (step?.do === "say") {
      const [text, turn] = [step.text.toUpperCase(), ++this.#turn];
      this.happen(callId, "speech.started", { role: "user", turn });
      this.happen(callId, "speech.stopped", { role: "user", turn });
      this.happen(callId, "user.said", { text, startMs: 0, endMs: 0, turn, typed: false });
      const sound = this.isSilent ? {} : { firstFrameSentMs: WAIT_MS };
      this.happen(callId, "turn", { index: turn, trigger: "speech", speechEndMs: 0, turnCommittedMs: 5, ...sound });
      void this.agent(callId, step.text);
    } else this.hangUp(callId);
  }

  answer(callId: string, text: string): void {
    const turn = this.#turn;
    this.happen(callId, "speech.started", { role: "assistant", turn });
    this.happen(callId, "assistant.said", { text, startMs: 0, endMs: 0, turn, words: [], interrupted: false });
    this.happen(callId, "speech.stopped", { role: "assistant", turn });
  }
}

let server: TestServer;
let client: TestClient;
let pool: AnsweringPool;
let assistant: Assistant;
beforeAll(async () => {
  server = await startTestServer({
    config: { orgConcurrentCalls: 3 },
    callService: {
      createPool: (options) => {
        pool = new AnsweringPool(options, () => new Date());
        return pool;
      },
    },
  });
  client = await server.signUp();
  assistant = await created<Assistant>("/assistant", {
    name: "Bistro",
    firstMessage: GREETING,
    model: {
      provider: "callwright",
      model: "builtin",
      tools: [{ type: "function", function: { name: "book_table" }, server: { url: "https://bistro.example/book" } }],
    },
    server: { url: "https://bistro.example/messages" },
  });
});
afterAll(() => server.close());
beforeEach(() => {
  pool.isSilent = false;
  pool.agent = (callId) => pool.answer(callId, "I see.");
});

async function created<Entity = { id: string }>(path: string, body: object): Promise<Entity> {
  const { status, body: entity } = await client.json<Entity>("POST", path, body);
  expect([status, entity]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
  return entity;
}

async function suiteOf(...tests: object[]): Promise<string> {
  const { id } = await created("/test-suite", { targetPlan: { assistantId: assistant.id } });
  for (const each of tests) await created(`/test-suite/${id}/test`, { type: "voice", script: "", scorers: [], ...each });
  return id;
}

const get = async (suite: string, run: string) => (await client.json<TestRun>("GET", `/test-suite/${suite}/run/${run}`)).body;
const getCall = async (id = "") => (await client.json<Call>("GET", `/call/${id}`)).body;

async function ended(suite: string): Promise<TestRun> {
  const { id } = await created(`/test-suite/${suite}/run`, {});
  await expect.poll(async () => (await get(suite, id)).status, { timeout: 60_000 }).toMatch(/completed|failed/);
  return get(suite, id);
}

const scorer = (check: object) => ({ type: "ai", rubric: "As expected.", check });

test("checks work on what was said and done in the call, which is linked and has no server messages", async () => {
  pool.agent = async (callId, said) => {
    if (said !== "A table for four") return pool.answer(callId, "Goodbye.");
    const call = { id: "1", name: "book_table", arguments: { people: 4 } };
    pool.answer(callId, "One moment.");
    pool.happen(callId, "tool.called", { ...call, turn: 1 });
    const { outcome } = await pool.act(callId, { call, variables: {} });
    pool.happen(callId, "tool.answered", { ...call, turn: 1, ...outcome, durationMs: 1 });
    pool.answer(callId, outcome.result);
  };
  const cases = [
    [{ type: "said", text: "the bistro" }, "pass", undefined],
    [{ type: "said", text: "one moment your table is booked" }, "pass", 1],
    [{ type: "not-said", text: "goodbye" }, "fail", 2],
    [{ type: "tool-called", toolName: "book_table", arguments: { people: 4 } }, "pass", 1],
    [{ type: "ended-by", by: "tester" }, "pass", 2],
    [{ type: "within-turns", turns: 2 }, "pass", 2],
    [{ type: "latency", maxMs: WAIT_MS }, "pass", undefined],
    [{ type: "latency", maxMs: WAIT_MS - 1 }, "fail", 1],
    [{ type: "tool-called-times", toolName: "book_table", times: 1 }, "pass", 1],
    [{ type: "word-error-rate", maxPercent: 0 }, "pass", 2],
    [{ type: "no-false-cut-off" }, "pass", 2],
  ] as const;
  const suite = await suiteOf({
    name: "Books",
    script: "A table for four\nThat is all",
    toolMocks: [{ toolName: "book_table", result: BOOKED }],
    scorers: cases.map(([check]) => scorer(check)),
  });
  const [attempt] = (await ended(suite)).testResults[0]?.attempts ?? [];
  expect(attempt?.scorerResults.map(({ check, result, turn }) => [check, result, turn])).toEqual(cases);
  expect(attempt).toMatchObject({
    greeting: GREETING,
    endedBy: "tester",
    cost: 0,
    turns: [
      {
        said: "A table for four",
        heard: "A TABLE FOR FOUR",
        answer: `One moment. ${BOOKED}`,
        durationMs: WAIT_MS,
        toolCalls: [{ name: "book_table", arguments: { people: 4 }, result: BOOKED, failed: false }],
      },
      { said: "That is all", answer: "Goodbye." },
    ],
    call: { artifact: { transcript: expect.stringMatching(/^AI: Hello.*\nUser: A table/) } },
  });
  const { results } = (await client.json<{ results: TestRun[] }>("GET", `/test-suite/${suite}/run`)).body;
  const listed = results[0]?.testResults[0]?.attempts[0];
  expect(listed).toMatchObject({ endedBy: "tester" });
  for (const words of ["greeting", "turns", "call", "metrics"]) expect(listed).not.toHaveProperty(words);
  const [item] = (await client.json<SimulationRunItem[]>("GET", `/eval/simulation/run/${results[0]?.id}/item`)).body;
  expect(item?.results).toMatchObject({
    metrics: { wordErrorRate: 0, falseCutOffs: 0, toolCallsRight: 1, turns: 2 },
    latencyMetrics: { turnCount: 2, avgTurn: WAIT_MS },
  });
  const call = await getCall(attempt?.callId);
  expect(call).toMatchObject({ name: "Books", type: "inboundPhoneCall", status: "ended", endedReason: "customer-ended-call" });
  await expect.poll(async () => (await getCall(call.id)).analysisState).toBe("done");
  expect((await client.json<{ results: unknown[] }>("GET", "/webhook-delivery")).body.results).toEqual([]);
});

test("the tester waits for what the agent says after the answer of a tool", () => {
  const events: CallEvent[] = [];
  const isAnsweredAfter = (type: CallEvent["type"], payload: object) => {
    events.push({ type, payload } as CallEvent);
    return isAnswered(events);
  };
  expect(isAnsweredAfter("user.said", { text: "A table" })).toBe(false);
  expect(isAnsweredAfter("assistant.said", { text: "One moment." })).toBe(true);
  expect(isAnsweredAfter("tool.called", { id: "1" })).toBe(false);
  expect(isAnsweredAfter("tool.answered", { id: "1" })).toBe(false);
  expect(isAnsweredAfter("speech.started", { role: "assistant" })).toBe(false);
  expect(isAnsweredAfter("assistant.said", { text: BOOKED })).toBe(false);
  expect(isAnsweredAfter("speech.stopped", { role: "assistant" })).toBe(true);
});

test("a call ends as the agent, the limit of turns or a failure ends it", { tags: "long" }, async () => {
  pool.agent = (callId, said) => {
    pool.answer(callId, "Goodbye.");
    if (said !== "Go on") pool.end(callId, said === "Bye" ? ENDED_REASONS.assistantEndedCall : ENDED_REASONS.workerDied);
  };
  const suite = await suiteOf(
    { steps: [{ say: "Bye" }, { say: "Are you there?" }] },
    { steps: [{ say: "Crash" }] },
    { steps: [{ say: "Go on" }, { say: "Go on" }], maxTurns: 1 },
  );
  const attempts = (await ended(suite)).testResults.map((each) => each.attempts[0]);
  expect(attempts.map((each) => [each?.result, each?.endedBy, each?.turns?.length])).toEqual([
    ["pass", "agent", 1],
    ["fail", "failure", 1],
    ["pass", "turn-limit", 1],
  ]);
  expect(attempts[1]?.failure).toBe("The process that hosted the call died.");
  expect((await getCall(attempts[2]?.callId)).endedReason).toBe("customer-ended-call");
});

test("an agent that says nothing is late", { tags: "long" }, async () => {
  pool.isSilent = true;
  pool.agent = (callId) => {
    setTimeout(() => pool.end(callId, ENDED_REASONS.silenceTimedOut), 20);
  };
  const suite = await suiteOf({ steps: [{ say: "Hi" }], scorers: [scorer({ type: "latency", maxMs: 1 })] });
  const attempt = (await ended(suite)).testResults[0]?.attempts[0];
  expect(attempt).toMatchObject({ scorerResults: [{ result: "fail", turn: 1 }], turns: [{ answer: "" }], endedBy: "agent" });
});

test("long answers of calls are cut", { tags: "long" }, async () => {
  pool.agent = (callId) => pool.answer(callId, "word ".repeat(5_000));
  const suite = await suiteOf({ steps: [{ say: "Hi" }] });
  expect((await ended(suite)).testResults[0]?.attempts[0]?.turns?.[0]?.answer).toHaveLength(19_999);
});

test("attempts wait for a free call slot, and a server that stops leaves them to the next one", { tags: "long" }, async () => {
  const stopped = new Set<string>();
  pool.agent = (callId) => {
    pool.answer(callId, "I see.");
    if (stopped.size > 0) return;
    stopped.add(callId);
    pool.end(callId, ENDED_REASONS.workerShutdown);
  };
  const suite = await suiteOf({ steps: [{ say: "Hi" }], numAttempts: 5 });
  const { progress, testResults } = await ended(suite);
  expect(progress).toEqual({ total: 5, passed: 5, failed: 0 });
  const calls = testResults[0]?.attempts.map(({ callId = "" }) => callId) ?? [];
  expect([stopped.size, new Set(calls).size, calls.some((id) => stopped.has(id))]).toEqual([1, 5, false]);
});

test("an attempt with a HIPAA assistant has its results and no words; redaction hides numbers", { tags: "long" }, async () => {
  const [number, secret] = ["4111 1111 1111 1111", "Pneumonoultra"];
  pool.agent = (callId) => pool.answer(callId, `${secret}: ${number}.`);
  const suite = await suiteOf({
    steps: [{ say: "Hi" }],
    scorers: [
      scorer({ type: "said", text: "4111.1111", match: "pattern" }),
      scorer({ type: "not-said", text: secret.toUpperCase() }),
    ],
  });
  const { id } = await created<Assistant>("/assistant", { name: "Clinic", firstMessage: GREETING });
  await client.json("PATCH", `/test-suite/${suite}`, { targetPlan: { assistantId: id } });
  const isStored = async (words: string) => {
    const { rows } = await server.context.db.execute(
      sql`select result::text as text from test_attempt union all select payload::text from call_event`,
    );
    return JSON.stringify(rows).includes(words);
  };
  const attemptWith = async (compliancePlan: object) => {
    await client.json("PATCH", `/assistant/${id}`, { compliancePlan });
    return (await ended(suite)).testResults[0]?.attempts[0];
  };
  const results = [
    { result: "pass", turn: 1 },
    { result: "fail", turn: 1 },
  ];
  const hidden = await attemptWith({ hipaaEnabled: true });
  expect(hidden).toMatchObject({ scorerResults: results, endedBy: "tester", callId: expect.any(String) });
  expect(hidden).not.toHaveProperty("call");
  expect([await isStored(secret), await isStored(number)]).toEqual([false, false]);
  const ofPrivate = { type: "chat", script: "", scorers: [], callId: hidden?.callId };
  expect(await client.json("POST", `/test-suite/${suite}/test`, ofPrivate)).toMatchObject({
    status: 400,
    body: { message: [expect.stringContaining("HIPAA or PCI")] },
  });
  const redacted = await attemptWith({ redactionPlan: { enabled: true } });
  expect(redacted).toMatchObject({ scorerResults: results, turns: [{ said: "Hi", answer: `${secret}: [CARD NUMBER].` }] });
  expect([await isStored(secret), await isStored(number)]).toEqual([true, false]);
});

test("canceling a run ends its calls", { tags: "long" }, async () => {
  pool.agent = () => {};
  const suite = await suiteOf({ steps: [{ say: "Hi" }] });
  const { id } = await created(`/test-suite/${suite}/run`, {});
  const before = pool.scripts.length;
  await expect.poll(() => pool.scripts.slice(before).some(({ script }) => script[0]?.do === "say")).toBe(true);
  const callId = pool.scripts.at(-1)?.callId;
  const canceled = await client.json<TestRun>("POST", `/test-suite/${suite}/run/${id}/cancel`);
  expect(canceled.body).toMatchObject({ status: "failed", progress: { total: 1, passed: 0, failed: 0 } });
  await expect.poll(async () => (await getCall(callId)).endedReason).toBe(ENDED_REASONS.manuallyCanceled);
});
