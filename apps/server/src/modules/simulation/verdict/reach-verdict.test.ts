import {
  type AnalysisUsage,
  type CreateAssistant,
  type EvaluationPlanItem,
  PlatformError,
  type Scorer,
  type TestTurn,
} from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { requireUsableEvaluations } from "./evaluate.ts";
import { type EndedTalk, reachVerdict } from "./reach-verdict.ts";

let server: TestServer;
let client: TestClient;
let models: FakeOpenAiServer;
beforeAll(async () => {
  models = await startFakeOpenAiServer();
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
});
afterAll(async () => {
  await server.close();
  await models.close();
});

const turn = (said: string, answer: string, more: Partial<TestTurn> = {}): TestTurn => ({
  said,
  answer,
  durationMs: 500,
  toolCalls: [],
  ...more,
});
const booked = { name: "book_table", arguments: { people: 4 }, result: "Done.", failed: false };
const TALK: EndedTalk = {
  turns: [turn("A table for four", "Booked for 4 people.", { toolCalls: [booked] }), turn("Bye", "See you on Friday.")],
  endedBy: "tester",
};

const says = (...texts: string[]) => models.reply(...texts.map((text) => ({ kind: "words" as const, words: [text] })));
const builtIn: CreateAssistant = { name: "Bistro", model: { provider: "callwright", model: "builtin" } };
const withModel = (): CreateAssistant => ({ name: "Bistro", model: { provider: "custom-llm", model: "agent", url: models.url } });

interface Given {
  scorers?: Scorer[];
  evaluations?: EvaluationPlanItem[];
  assistant?: CreateAssistant;
  talk?: EndedTalk;
}

const usages: AnalysisUsage[] = [];

const verdict = ({ scorers = [], evaluations = [], assistant = builtIn, talk = TALK }: Given) =>
  reachVerdict(server.context, {
    orgId: client.orgId,
    assistant,
    scorers,
    evaluations,
    talk,
    signal: new AbortController().signal,
    onUsage: (usage) => usages.push(usage),
  });

const scorer = (check: Scorer["check"], more: Partial<Scorer> = {}): Scorer => ({
  type: "ai",
  rubric: "As expected.",
  check,
  ...more,
});
const FRIDAY = { type: "said", text: "Friday" } as const;
const MONDAY = { type: "said", text: "Monday" } as const;

test("a conversation passes if every required criterion is met, and points add up to a score", async () => {
  const passed = await verdict({ scorers: [scorer(FRIDAY, { points: 30 }), scorer(MONDAY, { required: false, points: 20 })] });
  expect(passed).toMatchObject({ result: "pass", score: { points: 30, possible: 50 } });
  expect(passed.scorerResults.map(({ required, points }) => [required, points])).toEqual([
    [undefined, 30],
    [false, 20],
  ]);
  expect((await verdict({ scorers: [scorer(MONDAY, { required: true })] })).result).toBe("fail");
  expect((await verdict({ scorers: [scorer(FRIDAY)], talk: { ...TALK, failure: "The model failed." } })).result).toBe("fail");
  const skipped = await verdict({
    scorers: [scorer({ type: "no-false-cut-off" }, { points: 10 }), scorer(FRIDAY, { points: 5 })],
  });
  expect(skipped).toMatchObject({ result: "pass", score: { points: 5, possible: 5 } });
  expect(await verdict({ scorers: [scorer(FRIDAY)] })).not.toHaveProperty("score");
});

test("results of criteria as they were before have the same fields", async () => {
  const { scorerResults } = await verdict({ scorers: [scorer(FRIDAY)] });
  expect(scorerResults).toEqual([
    {
      type: "ai",
      result: "pass",
      reasoning: "The agent said “Friday” in turn 2.",
      rubric: "As expected.",
      check: FRIDAY,
      turn: 2,
    },
  ]);
});

test("the goal is reached with the answer that completes what is wanted", async () => {
  const tool = { type: "tool-called", toolName: "book_table" } as const;
  const timeOf = async (...checks: Scorer["check"][]) =>
    (await verdict({ scorers: checks.map((check) => scorer(check)) })).metrics;
  expect(await timeOf(tool)).toMatchObject({ timeToGoalMs: 500, toolCallsRight: 1, toolCallsMissing: 0 });
  expect(await timeOf(tool, FRIDAY)).toMatchObject({ timeToGoalMs: 1000 });
  expect(await timeOf(tool, MONDAY)).not.toHaveProperty("timeToGoalMs");
  expect(await timeOf({ type: "within-turns", turns: 9 })).not.toHaveProperty("timeToGoalMs");
});

const answer = (result: string, reasoning: string) => JSON.stringify({ reasoning, result, turn: 1 });

test("the judge is asked twice, and a third time after two different answers; the reasoning says so", async () => {
  const judged = async (...answers: string[]) => {
    const before = models.requests.length;
    says(...answers);
    const { scorerResults } = await verdict({ scorers: [{ type: "ai", rubric: "Polite." }], assistant: withModel() });
    return [scorerResults[0], models.requests.length - before];
  };
  const same = await judged(answer("pass", "It thanks."), answer("pass", "It is kind."));
  expect(same).toEqual([{ type: "ai", rubric: "Polite.", result: "pass", reasoning: "It thanks.", turn: 1, answers: 2 }, 2]);
  const other = await judged(answer("pass", "It thanks."), answer("fail", "It is curt."), answer("fail", "No greeting."));
  expect(other).toMatchObject([{ result: "fail", reasoning: "2 of 3 answers: It is curt.", answers: 3 }, 3]);
  const back = await judged(answer("pass", "It thanks."), answer("fail", "It is curt."), answer("pass", "Kind."));
  expect(back).toMatchObject([{ result: "pass", reasoning: "2 of 3 answers: It thanks.", answers: 3 }, 3]);
  expect(usages.length).toBe(8);
});

const inline = (schema: object, more: object = {}): EvaluationPlanItem["structuredOutput"] =>
  ({ name: "Order", schema, ...more }) as EvaluationPlanItem["structuredOutput"];

test("evaluations by a pattern need no model, and compare what they extract", async () => {
  const people = inline({ type: "number" }, { type: "regex", regex: "for (\\d+) people", description: "How many come" });
  const of = async (comparator: EvaluationPlanItem["comparator"], value: number, more: Partial<EvaluationPlanItem> = {}) =>
    verdict({ evaluations: [{ structuredOutput: people, comparator, value, ...more }] });
  const passed = await of("=", 4);
  expect(passed).toMatchObject({ result: "pass" });
  expect(passed.evaluations).toEqual([
    {
      structuredOutputId: "inline",
      name: "Order",
      description: "How many come",
      schema: { type: "number" },
      extractedValue: 4,
      expectedValue: 4,
      comparator: "=",
      passed: true,
      required: true,
    },
  ]);
  for (const [comparator, value, passes] of [
    ["!=", 4, false],
    [">", 3, true],
    ["<", 4, false],
    [">=", 4, true],
    ["<=", 3, false],
  ] as const)
    expect((await of(comparator, value)).result).toBe(passes ? "pass" : "fail");
  expect(await of("=", 5, { required: false })).toMatchObject({
    result: "pass",
    evaluations: [{ passed: false, required: false }],
  });
});

test("evaluations of a stored output share one extraction, and follow their path", async () => {
  const schema = {
    type: "object",
    properties: { order: { type: "object", properties: { people: { type: "integer" }, day: { type: "string" } } } },
  };
  const { body: stored } = await client.json<{ id: string }>("POST", "/structured-output", { name: "Order", schema });
  const before = models.requests.length;
  says('{"order":{"people":4}}');
  const item = (path: string, value: string | number): EvaluationPlanItem => ({
    structuredOutputId: stored.id.toUpperCase(),
    path,
    comparator: "=",
    value,
  });
  const { result, evaluations } = await verdict({
    assistant: withModel(),
    evaluations: [item("order.people", 4), item("order.day", "Friday"), item("order.time", "noon")],
  });
  expect(models.requests.length - before).toBe(1);
  expect(evaluations).toMatchObject([
    { structuredOutputId: stored.id, path: "order.people", extractedValue: 4, passed: true },
    { extractedValue: null, passed: false, error: "The result has no text, number or boolean at 'order.day'." },
    { extractedValue: null, passed: false, error: expect.stringMatching(/^The evaluation's path must lead to a field/) },
  ]);
  expect(result).toBe("fail");
});

test("what cannot be extracted says why, and a condition that is not met skips the evaluation", async () => {
  const of = async (structuredOutput: EvaluationPlanItem["structuredOutput"], given: Given = {}) =>
    verdict({ ...given, evaluations: [{ structuredOutput, comparator: "=", value: true }] });
  const bool = { type: "boolean" };
  expect(await of(inline(bool))).toMatchObject({
    result: "fail",
    evaluations: [{ extractedValue: null, passed: false, error: expect.stringContaining("language model") }],
  });
  expect(await of(inline(bool), { talk: { turns: [], endedBy: "tester" } })).toMatchObject({
    result: "fail",
    evaluations: [{ error: "Nothing was said in this conversation." }],
  });
  says("Certainly.", "Yes!");
  expect(await of(inline(bool), { assistant: withModel() })).toMatchObject({
    result: "fail",
    evaluations: [{ error: expect.stringContaining("cannot be used") }],
  });
  const skipped = await of(inline(bool, { conditions: [{ type: "minMessages", count: 9 }] }));
  expect(skipped).toMatchObject({
    result: "pass",
    evaluations: [
      { isSkipped: true, skipReason: "The condition minMessages of the structured output is not met.", passed: false },
    ],
  });
  const met = await of(inline(bool, { type: "regex", regex: "Booked", conditions: [{ type: "minMessages", count: 4 }] }));
  expect(met).toMatchObject({ result: "pass", evaluations: [{ extractedValue: true, passed: true }] });
  const missing = await verdict({
    evaluations: [{ structuredOutputId: "3f2b8a4e-6d0c-4c39-9a57-0d6a3c1f2b10", comparator: "=", value: true }],
  });
  expect(missing).toMatchObject({ result: "fail", evaluations: [{ error: "The structured output does not exist." }] });
});

test("evaluations that cannot be made are refused, and the message names the field", async () => {
  const { body: stored } = await client.json<{ id: string }>("POST", "/structured-output", {
    name: "People",
    schema: { type: "integer" },
  });
  const problemOf = async (item: Partial<EvaluationPlanItem>, { orgId } = client) => {
    const items: EvaluationPlanItem[] = [{ comparator: "=", value: 4, ...item }];
    const error: unknown = await requireUsableEvaluations(server.context, orgId, items).catch((reason: unknown) => reason);
    return error instanceof PlatformError ? error.problems?.join("; ") : error;
  };
  expect(await problemOf({ structuredOutputId: stored.id, comparator: ">=" })).toBeUndefined();
  expect(await problemOf({ structuredOutputId: stored.id, value: "four" })).toContain("evaluations.0.value must be a number");
  expect(await problemOf({ structuredOutputId: stored.id, path: "a" })).toContain("evaluations.0.path must end before 'a'");
  expect(await problemOf({ structuredOutputId: "3f2b8a4e-6d0c-4c39-9a57-0d6a3c1f2b10" })).toContain(
    "evaluations.0.structuredOutputId must name a structured output",
  );
  const elsewhere = await server.signUp();
  expect(await problemOf({ structuredOutputId: stored.id }, elsewhere)).toContain("evaluations.0.structuredOutputId");
  const pattern = inline({ type: "number" }, { type: "regex", regex: "(" });
  expect(await problemOf({ structuredOutput: pattern })).toContain("evaluations.0.structuredOutput.regex");
});
