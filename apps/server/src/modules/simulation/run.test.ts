import { type Assistant, type ErrorBody, TESTER_END, type TestRun } from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { CallService } from "../call/runtime/call-service.ts";
import { NO_SERVER_MESSAGES } from "../webhook/server-messages.ts";
import { carryOutRun } from "./run-service.ts";

const HOURS = "We are open from nine to five. Parking is free.";
const BOOKING = {
  type: "function",
  function: {
    name: "book_table",
    description: "Books a table.",
    parameters: {
      type: "object",
      properties: { people: { type: "integer", description: "Number of people" } },
      required: ["people"],
    },
  },
  // No server listens there, so a test that sent a request would fail.
  server: { url: "http://127.0.0.1:9/book" },
};
const MOCK = { toolName: "book_table", result: "Your table is booked." };

let server: TestServer;
let client: TestClient;
let models: FakeOpenAiServer;
let assistant: Assistant;
beforeAll(async () => {
  models = await startFakeOpenAiServer();
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
  assistant = await created<Assistant>("/assistant", {
    name: "Bistro",
    model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: HOURS }], tools: [BOOKING] },
    endCallPhrases: ["Goodbye"],
  });
});
afterAll(async () => {
  await server.close();
  await models.close();
});

async function created<Entity = { id: string }>(path: string, body: object): Promise<Entity> {
  const { status, body: entity } = await client.json<Entity>("POST", path, body);
  expect(entity).toEqual(expect.objectContaining({ id: expect.any(String) }));
  expect(status).toBe(201);
  return entity;
}

async function suiteOf(tests: readonly object[], targetPlan: object = { assistantId: assistant.id }): Promise<string> {
  const { id } = await created("/test-suite", { targetPlan });
  for (const each of tests) await created(`/test-suite/${id}/test`, { type: "chat", script: "", scorers: [], ...each });
  return id;
}

const get = async (suite: string, run: string) => (await client.json<TestRun>("GET", `/test-suite/${suite}/run/${run}`)).body;

async function ended(suite: string, body: object = {}): Promise<TestRun> {
  const { id } = await created(`/test-suite/${suite}/run`, body);
  await expect.poll(async () => (await get(suite, id)).status, { timeout: 30_000 }).toMatch(/completed|failed/);
  return get(suite, id);
}

const scorer = (check: object, rubric = "As expected.") => ({ type: "ai", rubric, check });
const SAYS_HOURS = scorer({ type: "said", text: "nine to five" });

/** What does not differ from run to run. */
const withoutTimes = ({ testResults }: TestRun) =>
  testResults.map(({ test: { id }, attempts }) => ({
    id,
    attempts: attempts.map(({ turns, ...attempt }) => ({ ...attempt, turns: turns?.map(({ durationMs: _, ...turn }) => turn) })),
  }));

test("20 offline tests have the same results twice", { tags: "long" }, async () => {
  const tests = Array.from({ length: 20 }, (_, index) => ({
    name: `Test ${index}`,
    steps: [
      { say: "When are you open?", branches: [{ answerHas: "nine", goTo: "table" }], otherwise: TESTER_END },
      { name: "table", say: `I want to book a table for ${index + 2} people` },
      { say: "Goodbye" },
    ],
    toolMocks: [MOCK],
    scorers: [
      SAYS_HOURS,
      scorer({ type: "tool-called", toolName: "book_table", arguments: { people: index + 2 } }),
      scorer({ type: "within-turns", turns: 3 }),
      scorer({ type: "latency", maxMs: 60_000 }),
    ],
  }));
  const suite = await suiteOf(tests);
  const [first, second] = [await ended(suite), await ended(suite)];
  expect(first.progress).toEqual({ total: 20, passed: 20, failed: 0 });
  expect(withoutTimes(second)).toEqual(withoutTimes(first));
  expect(first.testResults.map(({ test: { name } }) => name)).toEqual(tests.map(({ name }) => name));
  const [attempt] = first.testResults[3]?.attempts ?? [];
  expect(attempt?.turns?.[1]?.toolCalls).toEqual([
    { name: "book_table", arguments: { people: 5 }, result: MOCK.result, failed: false },
  ]);
  // The conversation in the form that hosts return.
  expect(attempt?.call?.artifact).toMatchObject({ transcript: expect.stringMatching(/^User: When are you open\?\nAI: /) });
  const [listed] = (await client.json<{ results: TestRun[] }>("GET", `/test-suite/${suite}/run`)).body.results;
  expect(listed).toMatchObject({ id: second.id, progress: { passed: 20 } });
  expect(listed?.testResults[0]?.attempts[0]).not.toHaveProperty("turns");
});

test("each criterion passes and fails as it says, and names its turn", async () => {
  const cases = [
    [{ type: "said", text: "NINE to five!" }, "pass", 1],
    [{ type: "said", text: "nine .. five", match: "pattern" }, "pass", 1],
    [{ type: "said", text: "nine to five", turn: 2 }, "fail", 2],
    [{ type: "said", text: "noon" }, "fail", 3],
    [{ type: "not-said", text: "parking" }, "fail", 2],
    [{ type: "not-said", text: "noon" }, "pass", 3],
    [{ type: "tool-called", toolName: "book_table" }, "fail", 3],
    [{ type: "ended-by", by: "tester" }, "pass", 3],
    [{ type: "ended-by", by: "agent" }, "fail", 3],
    [{ type: "within-turns", turns: 3 }, "pass", 3],
    [{ type: "within-turns", turns: 1 }, "fail", 2],
  ] as const;
  const script = "When are you open?\n\nWhere can I park?\nThanks";
  const suite = await suiteOf([{ script, scorers: cases.map(([check]) => scorer(check)) }]);
  const { testResults, progress } = await ended(suite);
  const [attempt] = testResults[0]?.attempts ?? [];
  expect(attempt?.scorerResults.map(({ check, result, turn }) => [check, result, turn])).toEqual(cases);
  expect([attempt?.result, attempt?.endedBy, progress]).toEqual(["fail", "tester", { total: 1, passed: 0, failed: 1 }]);
});

test("a tool without a mock is not called, and mocks can depend on arguments", async () => {
  const steps = [{ say: "Book a table for 4 people" }];
  const failing = { ...MOCK, arguments: { people: 4 }, result: "We are full.", failed: true };
  const suite = await suiteOf([{ steps }, { steps, toolMocks: [{ ...MOCK, arguments: { people: 5 } }, failing, MOCK] }]);
  const { testResults } = await ended(suite);
  const calls = testResults.map(({ attempts }) => attempts[0]?.turns?.[0]?.toolCalls[0]);
  expect(calls).toMatchObject([
    { name: "book_table", failed: true, result: expect.stringContaining("no mock for the tool 'book_table'") },
    { name: "book_table", failed: true, result: "We are full." },
  ]);
});

test("a draft and a version are tested instead of what is published; squads and workflows too", async () => {
  const noon = { ...assistant.model, messages: [{ role: "system", content: "We are open from noon to six." }] };
  const draft = { name: "Bistro", model: noon };
  const steps = [{ say: "When are you open?" }];
  const suite = await suiteOf([{ steps, scorers: [SAYS_HOURS] }]);
  const failed = await ended(suite, { assistant: draft });
  expect(failed).toMatchObject({ isDraft: true, progress: { failed: 1 } });
  expect(failed.testResults[0]?.attempts[0]?.scorerResults[0]).toMatchObject({
    result: "fail",
    turn: 1,
    reasoning: expect.stringContaining("noon"),
  });
  await client.json("PATCH", `/assistant/${assistant.id}`, draft);
  expect((await ended(suite)).progress).toMatchObject({ failed: 1 });
  expect(await ended(suite, { assistantVersion: 1 })).toMatchObject({ assistantVersion: 1, progress: { passed: 1 } });
  await client.json("PATCH", `/assistant/${assistant.id}`, { model: assistant.model });
  const squad = await created("/squad", { members: [{ assistantId: assistant.id }] });
  const workflow = await created("/workflow", {
    name: "Hours",
    nodes: [{ type: "conversation", name: "start", isStart: true, prompt: HOURS }],
    edges: [],
  });
  const test = { steps, scorers: [SAYS_HOURS] };
  const ofSquad = await ended(await suiteOf([test], { squadId: squad.id }));
  expect(ofSquad).toMatchObject({ progress: { passed: 1 } });
  expect(ofSquad.testResults[0]?.attempts[0]?.turns?.[0]?.agent).toBe("Bistro");
  expect((await ended(await suiteOf([test], { workflowId: workflow.id }))).progress).toMatchObject({ total: 1, passed: 1 });
});

test("a language model plays the script and judges", async () => {
  const { url } = models;
  const model = { provider: "custom-llm", model: "caller", url };
  const suite = await suiteOf([
    { script: "Ask for the hours.", persona: "In a hurry.", scorers: [{ type: "ai", rubric: "Polite." }] },
  ]);
  await client.json("PATCH", `/test-suite/${suite}`, { testerPlan: { assistant: { model } } });
  models.reply({ kind: "words", words: ["When ", "are you open?"] }, { kind: "words", words: ["[end]"] });
  const { testResults } = await ended(suite);
  const [attempt] = testResults[0]?.attempts ?? [];
  expect(attempt?.turns?.map(({ said }) => said)).toEqual(["When are you open?"]);
  expect(attempt?.endedBy).toBe("tester");
  // The built-in model cannot judge.
  expect(attempt?.scorerResults[0]).toMatchObject({ result: "fail", reasoning: expect.stringContaining("Add a check") });
  const other = await created<Assistant>("/assistant", { name: "Judged", model });
  models.reply(
    { kind: "words", words: ["Hello."] },
    { kind: "words", words: ['{"reasoning":"It greets.","result":"pass","turn":1}'] },
  );
  const judged = await ended(
    await suiteOf([{ steps: [{ say: "Hi" }], scorers: [{ type: "ai", rubric: "Polite." }] }], { assistantId: other.id }),
  );
  expect(judged.testResults[0]?.attempts[0]).toMatchObject({
    result: "pass",
    scorerResults: [{ result: "pass", reasoning: "It greets.", turn: 1 }],
  });
});

test("a canceled run ends, and keeps what it has", async () => {
  const model = { provider: "custom-llm", model: "slow", url: models.url };
  const slow = await created<Assistant>("/assistant", { name: "Slow", model });
  const suite = await suiteOf([{ steps: [{ say: "Hi" }], numAttempts: 10 }], { assistantId: slow.id });
  models.reply(
    { kind: "words", words: ["Hello."] },
    ...Array.from({ length: 4 }, () => ({ kind: "hang-after" as const, words: [] })),
  );
  const { id } = await created(`/test-suite/${suite}/run`, {});
  await expect.poll(async () => (await get(suite, id)).progress?.passed).toBe(1);
  const canceled = await client.json<TestRun>("POST", `/test-suite/${suite}/run/${id}/cancel`);
  expect(canceled.body).toMatchObject({ status: "failed", failure: "The run was canceled.", progress: { total: 10, passed: 1 } });
  expect(canceled.body.testResults[0]?.attempts).toHaveLength(1);
  // The next run of the organization does not wait for the model.
  models.reply(...Array.from({ length: 10 }, () => ({ kind: "words" as const, words: ["Hello."] })));
  expect((await ended(suite)).progress).toEqual({ total: 10, passed: 10, failed: 0 });
});

test("a run that was given up goes on, and each attempt has one result however often it is made", async () => {
  const model = { provider: "custom-llm", model: "given-up", url: models.url };
  const slow = await created<Assistant>("/assistant", { name: "Given up", model });
  const suite = await suiteOf([{ steps: [{ say: "Hi" }], numAttempts: 6 }], { assistantId: slow.id });
  // Two attempts run, and the others wait for a silent model.
  models.reply(
    ...Array.from({ length: 2 }, () => ({ kind: "words" as const, words: ["Hello."] })),
    ...Array.from({ length: 4 }, () => ({ kind: "hang-after" as const, words: [] })),
  );
  const { id } = await created(`/test-suite/${suite}/run`, {});
  await expect.poll(async () => (await get(suite, id)).progress?.passed).toBe(2);
  models.reply(...Array.from({ length: 12 }, () => ({ kind: "words" as const, words: ["Hello again."] })));
  // As another node does if this one sends no heartbeat, and a third node that makes the same mistake.
  const run = { orgId: client.orgId, id };
  const { signal } = new AbortController();
  const context = { ...server.context, calls: new CallService(server.context), messages: NO_SERVER_MESSAGES };
  await Promise.all([carryOutRun(context, run, signal), carryOutRun(context, run, signal)]);
  const { status, progress, testResults } = await get(suite, id);
  expect([status, progress]).toEqual(["completed", { total: 6, passed: 6, failed: 0 }]);
  const answers = testResults[0]?.attempts.map(({ turns }) => turns?.[0]?.answer);
  expect(answers?.toSorted()).toEqual([
    ...Array.from({ length: 4 }, () => "Hello again."),
    ...Array.from({ length: 2 }, () => "Hello."),
  ]);
});

test("what cannot run is refused, and the refusal names the field", async () => {
  const steps = [{ say: "Hi" }];
  const suite = await suiteOf([{ steps }]);
  const refused = async (path: string, body: object) => {
    const { status, body: answer } = await client.json<ErrorBody>("POST", path, body);
    return [status, String(answer.message)];
  };
  const test = { type: "chat", script: "", scorers: [] };
  const path = `/test-suite/${suite}/test`;
  expect(await refused(path, { ...test, steps: [{ say: "Hi", otherwise: "nowhere" }] })).toEqual([
    400,
    expect.stringContaining("steps.0.otherwise"),
  ]);
  expect(await refused(path, { ...test, steps, persona: "Ada" })).toEqual([400, expect.stringContaining("persona")]);
  const pattern = scorer({ type: "said", text: "(", match: "pattern" });
  expect(await refused(path, { ...test, scorers: [pattern] })).toEqual([400, expect.stringContaining("scorers.0.check.text")]);
  const run = `/test-suite/${suite}/run`;
  expect(await refused(run, { assistantVersion: 99 })).toEqual([400, expect.stringContaining("assistantVersion")]);
  expect(await refused(run, { testIds: [suite] })).toEqual([400, expect.stringContaining("testIds")]);
  expect(await refused(`/test-suite/${await suiteOf([])}/run`, {})).toEqual([400, expect.stringContaining("add one")]);
  const elsewhere = await suiteOf([{ steps }], { phoneNumber: { provider: "test-suite", number: "+14155550123" } });
  expect(await refused(`/test-suite/${elsewhere}/run`, {})).toEqual([400, expect.stringContaining("targetPlan")]);
});
