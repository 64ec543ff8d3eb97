import { type AnalysisPlan, type CallLine, SUCCESS_RUBRICS } from "@callwright/contract";
import { createModelOrFailing, createTemplateRenderer } from "@callwright/engine/conversation";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type OutputTask, startAnalysis } from "./analyze.ts";
import type { Judge } from "./judge.ts";
import type { Subject } from "./subject.ts";

let server: FakeOpenAiServer;
let judge: Judge;
beforeAll(async () => {
  server = await startFakeOpenAiServer();
  const settings = { provider: "custom-llm" as const, model: "judge", url: server.url };
  const model = await createModelOrFailing(settings, { keys: {}, urls: {}, allowPrivateAddresses: true });
  judge = { model, provider: "custom-llm", name: "judge", temperature: 0, maxTokens: 1000 };
});
afterAll(() => server.close());

const SAID = [
  ["assistant", "Hello, this is Riley. How can I help?"],
  ["user", "My order 1042 never came, and I wrote to ann@example.com twice."],
  ["assistant", "I am sorry. A new one leaves today."],
  ["user", "Thank you, bye."],
] as const;

function subjectOf(said: readonly (readonly ["assistant" | "user", string])[] = SAID, more: Partial<Subject> = {}): Subject {
  return {
    transcript: said.map(([role, text]) => `${role === "user" ? "User" : "AI"}: ${text}`).join("\n"),
    said: said.map(([role, text]) => ({ role, text, kind: "spoken" }) as CallLine),
    messages: [],
    durationSeconds: 30,
    endedReason: "customer-ended-call",
    systemPrompt: "You are Riley. Replace lost orders.",
    render: createTemplateRenderer({ variableValues: { shop: "Acme" }, now: () => new Date() }),
    ...more,
  };
}

const OFF = { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } };

interface Given {
  plan?: AnalysisPlan;
  outputs?: OutputTask[];
  judge?: Judge | string | undefined;
  subject?: Subject;
  scorecards?: Parameters<typeof startAnalysis>[0]["scorecards"];
}

/** Uses the fake judge unless `given` names another. */
const analyze = (given: Given) =>
  startAnalysis({
    orgId: "org",
    subject: subjectOf(),
    plan: OFF,
    outputs: [],
    scorecards: [],
    judge,
    signal: new AbortController().signal,
    ...given,
  }).done;

const says = (...texts: string[]) => server.reply(...texts.map((text) => ({ kind: "words" as const, words: [text] })));
const asked = () => JSON.stringify(server.requests.at(-1)?.body.messages);

const RUBRIC_ANSWERS: Record<(typeof SUCCESS_RUBRICS)[number], [answer: string, value: string, wrong: string]> = {
  NumericScale: ["8/10", "8", "11"],
  DescriptiveScale: ['"good."', "Good", "Splendid"],
  Checklist: ['```json\n{"Order replaced": true}\n```', '{"Order replaced":true}', '{"Order replaced": "perhaps"}'],
  Matrix: ['{"Tone": "Excellent"}', '{"Tone":"Excellent"}', '{"Tone": "ok"}'],
  PercentageScale: ["85 %", "85%", "850%"],
  LikertScale: ["strongly agree", "Strongly Agree", "Maybe"],
  AutomaticRubric: ['{"Solved": 9}', '{"Solved":9}', '{"Solved": 99}'],
  PassFail: ["True", "true", "It went well."],
};

test("every rubric is explained to the judge, its answer is read, and a wrong one is asked for once more", async () => {
  for (const rubric of SUCCESS_RUBRICS) {
    const [answer, value, wrong] = RUBRIC_ANSWERS[rubric];
    const plan: AnalysisPlan = { ...OFF, successEvaluationPlan: { rubric } };
    says(answer);
    expect((await analyze({ plan })).analysis).toEqual({ successEvaluation: value });
    expect(asked()).toContain(`${rubric}:`);
    expect(asked()).toContain("My order 1042");
    expect(asked()).toContain("Replace lost orders");
    says(wrong, answer);
    const repaired = await analyze({ plan });
    expect(repaired.analysis).toEqual({ successEvaluation: value });
    expect(repaired.usage).toHaveLength(2);
    expect(asked()).toContain("cannot be used");
    says(wrong);
    const { analysis } = await analyze({ plan });
    expect(analysis.successEvaluation).toBeUndefined();
    expect(analysis.notes).toEqual([
      { part: "successEvaluation", kind: "failed", text: expect.stringContaining("also after it was asked again") },
    ]);
  }
});

const SCHEMA = {
  type: "object" as const,
  properties: { order: { type: "string" as const, pattern: "^\\d+$" }, angry: { type: "boolean" as const } },
  required: ["order"],
};

test("data fits its schema, also the entries of a multi-plan; the templates have the call's values", async () => {
  const messages = [
    { role: "system", content: "For {{ shop }}: {{ schema }} {{ transcript }} {{ endedReason }} {{ systemPrompt }}" },
  ];
  const plan: AnalysisPlan = {
    ...OFF,
    structuredDataPlan: { enabled: true, schema: SCHEMA, messages },
    structuredDataMultiPlan: [
      { key: "first", plan: { enabled: true, schema: SCHEMA } },
      { key: "off", plan: { enabled: false, schema: SCHEMA } },
    ],
  };
  says('Here you are:\n{"order": "1042", "angry": true}');
  const { analysis, usage } = await analyze({ plan });
  expect(analysis).toEqual({
    structuredData: { order: "1042", angry: true },
    structuredDataMulti: [{ key: "first", order: "1042", angry: true }],
  });
  expect(usage.map(({ part, promptTokens }) => [part, promptTokens])).toEqual([
    ["structuredData", 1],
    ["structuredDataMulti.first", 1],
  ]);
  const own = server.requests.find(({ body }) => JSON.stringify(body.messages).includes("For Acme"));
  expect(JSON.stringify(own?.body.messages)).toMatch(
    /For Acme: .*required.*User: My order 1042.* customer-ended-call You are Riley/,
  );
  says('{"order": "ten", "angry": 1}', "not JSON");
  expect((await analyze({ plan: { ...plan, structuredDataMultiPlan: [] } })).analysis).toEqual({
    notes: [{ part: "structuredData", kind: "failed", text: expect.stringContaining("It is not JSON") }],
  });
  expect(asked()).toContain("must match the pattern");
});

test("a judge that fails, refuses, is limited or says nothing is reported, and keeps nothing else from being made", async () => {
  const plan: AnalysisPlan = { ...OFF, summaryPlan: { timeoutSeconds: 1 } };
  const reasonOf = async () => (await analyze({ plan })).analysis.notes?.map(({ text }) => text).join();
  server.reply({ kind: "hang-after", words: ["The caller"] });
  expect(await reasonOf()).toBe("The model did not answer within 1 s.");
  server.reply({ kind: "error", status: 401, message: "no such key" });
  expect(await reasonOf()).toMatch(/key/);
  server.reply({ kind: "words", words: [] });
  expect(await reasonOf()).toMatch(/not understood|is empty/);
  // A passing rate limit costs one wait.
  server.reply({ kind: "error", status: 429, message: "slow down" }, { kind: "words", words: ["A lost order."] });
  expect((await analyze({ plan: { ...OFF, summaryPlan: {} } })).analysis).toEqual({ summary: "A lost order." });
  says("I cannot help with that.");
  const both = await analyze({ plan: { ...OFF, summaryPlan: {}, structuredDataPlan: { enabled: true, schema: SCHEMA } } });
  expect(both.analysis.summary).toBe("I cannot help with that.");
  expect(both.analysis.notes).toMatchObject([{ part: "structuredData", kind: "failed" }]);
  expect((await analyze({ plan, judge: "There is no key." })).analysis.notes).toEqual([
    { part: "summary", kind: "failed", text: "There is no key." },
  ]);
});

test("of a transcript of 10 MB the judge reads the beginning and the end, and the result says so", async () => {
  const long = Array.from(
    { length: 100_000 },
    () => ["user", "I wait, and wait, and wait, and wait, and wait some more again and again."] as const,
  );
  const subject = subjectOf([["assistant", "The very first words."], ...long, ["user", "The very last words."]]);
  expect(subject.transcript.length).toBeGreaterThan(7_000_000);
  says("They waited.");
  const { analysis } = await analyze({ subject, plan: { ...OFF, summaryPlan: {} } });
  expect(analysis).toEqual({
    summary: "They waited.",
    notes: [{ part: "summary", kind: "cut", text: expect.stringContaining("200000") }],
  });
  expect(asked().length).toBeLessThan(250_000);
  expect(asked()).toMatch(/The very first words.*left out here.*The very last words/);
});

test("without a language model, what follows from the words is made, and the rest says what it needs", async () => {
  const plan: AnalysisPlan = { structuredDataPlan: { enabled: true, schema: SCHEMA } };
  const offline = await analyze({ plan, judge: undefined });
  expect(offline.analysis.summary).toContain("My order 1042 never came");
  expect(offline.analysis.successEvaluation).toBe("true");
  expect(offline.analysis.notes?.map(({ part, kind }) => [part, kind])).toEqual([
    ["summary", "by-rule"],
    ["successEvaluation", "by-rule"],
    ["structuredData", "left-out"],
  ]);
  const faulty = subjectOf(SAID, { endedReason: "call.in-progress.error-vapifault-worker-died" });
  expect((await analyze({ plan: {}, judge: undefined, subject: faulty })).analysis.successEvaluation).toBe("false");
  const graded = await analyze({ plan: { ...OFF, successEvaluationPlan: { rubric: "Matrix" } }, judge: undefined });
  expect(graded.analysis).toEqual({
    notes: [{ part: "successEvaluation", kind: "left-out", text: expect.stringContaining("Matrix") }],
  });
});

const pattern = (key: string, regex: string, type: OutputTask["schema"]["type"], more: object = {}): OutputTask => ({
  key,
  name: key,
  type: "regex",
  regex,
  judge: undefined,
  schema: { type, ...more },
});

test("patterns give values of the schema's type; conditions skip an output and say which one", async () => {
  const outputs = [
    pattern("order", "order (\\d+)", "integer"),
    pattern("mail", "/[A-Z]+@[a-z.]+/i", "string"),
    pattern("thanked", "(?i)thank you", "boolean"),
    pattern("roles", "/^(AI|User):/mg", "array", { items: { type: "string" } }),
    pattern("named", "order (?<order>\\d+) (?<never>never)", "object", { properties: { order: { type: "number" } } }),
    pattern("absent", "refund of (\\d+)", "number"),
    pattern("broken", "(?=look)ahead", "string"),
    { ...pattern("short", "x", "string"), conditions: [{ type: "minMessages" as const, count: 9 }] },
    { ...pattern("brief", "x", "string"), conditions: [{ type: "minCallDuration" as const, seconds: 31 }] },
    {
      ...pattern("other", "x", "string"),
      conditions: [{ type: "endedReason" as const, operator: "notOneOf" as const, values: ["customer-ended-call"] }],
    },
  ];
  const { structuredOutputs, skippedStructuredOutputs } = await analyze({ outputs });
  const results = Object.fromEntries(Object.entries(structuredOutputs).map(([key, { result }]) => [key, result]));
  expect(results).toEqual({
    order: 1042,
    mail: "ann@example.com",
    thanked: true,
    roles: ["AI", "User", "AI", "User"],
    named: { order: 1042, never: "never" },
    absent: null,
    broken: null,
  });
  expect(structuredOutputs.broken?.error).toContain("RE2");
  expect(Object.entries(skippedStructuredOutputs).map(([key, { unmetCondition }]) => [key, unmetCondition.type])).toEqual([
    ["short", "minMessages"],
    ["brief", "minCallDuration"],
    ["other", "endedReason"],
  ]);
});

test("a model makes outputs of any type, and a scorecard gives points for them", async () => {
  const ai = (key: string, type: OutputTask["schema"]["type"], more: Partial<OutputTask> = {}): OutputTask => ({
    key,
    name: key,
    description: "Asked for in this test.",
    schema: { type },
    judge,
    ...more,
  });
  says("7");
  const scorecards = [
    {
      name: "quality",
      metrics: [
        {
          structuredOutputId: "mood",
          conditions: [
            { type: "comparator" as const, comparator: ">=" as const, value: 5, points: 40 },
            { type: "comparator" as const, comparator: ">=" as const, value: 9, points: 60 },
          ],
        },
      ],
    },
    {
      name: "unknown",
      metrics: [
        {
          structuredOutputId: "absent",
          conditions: [{ type: "comparator" as const, comparator: "=" as const, value: true, points: 5 }],
        },
      ],
    },
  ];
  const scored = await analyze({ outputs: [ai("mood", "number")], scorecards });
  expect(scored.structuredOutputs).toEqual({ mood: { name: "mood", result: 7 } });
  expect(scored.scorecards).toEqual({ quality: { name: "quality", score: 40, scoreNormalized: 40, metricPoints: { mood: 40 } } });
  expect(scored.analysis.notes).toMatchObject([{ part: "scorecards.unknown", kind: "failed" }]);
  expect(asked()).toContain("Asked for in this test.");
  says("Lost order");
  expect((await analyze({ outputs: [ai("topic", "string")] })).structuredOutputs.topic?.result).toBe("Lost order");
  says("[1, 2]");
  expect((await analyze({ outputs: [ai("list", "array")] })).structuredOutputs.list?.result).toEqual([1, 2]);
  says("maybe");
  expect((await analyze({ outputs: [ai("yes", "boolean")] })).structuredOutputs.yes).toMatchObject({
    result: null,
    error: expect.any(String),
  });
  const own = ai("own", "boolean", { messages: [{ role: "user", content: "Did {{ shop }} win? {{ transcript }}" }] });
  says("true");
  expect((await analyze({ outputs: [own] })).structuredOutputs.own?.result).toBe(true);
  expect(asked()).toMatch(/Did Acme win\?.*JSON Schema/);
  const offline = await analyze({ outputs: [ai("later", "string", { judge: undefined })], judge: undefined });
  expect(offline.structuredOutputs).toEqual({});
  expect(offline.analysis.notes).toMatchObject([{ part: "structuredOutputs.later", kind: "left-out" }]);
});

test("the schema goes with the request, and the request again without it where the server does not take it", async () => {
  const plan: AnalysisPlan = { ...OFF, structuredDataPlan: { enabled: true, schema: SCHEMA } };
  const formats = () => server.requests.map(({ body }) => body.response_format);
  let before = formats().length;
  says('{"order": "1042"}');
  expect((await analyze({ plan })).analysis).toEqual({ structuredData: { order: "1042" } });
  expect(formats().slice(before)).toEqual([
    {
      type: "json_schema",
      json_schema: expect.objectContaining({ schema: expect.objectContaining({ required: ["order"] }), strict: false }),
    },
  ]);
  before = formats().length;
  server.reply(
    { kind: "error", status: 400, message: "response_format is not supported" },
    { kind: "words", words: ['{"order": "1042"}'] },
  );
  expect((await analyze({ plan })).analysis).toEqual({ structuredData: { order: "1042" } });
  expect(
    formats()
      .slice(before)
      .map((format) => format !== undefined),
  ).toEqual([true, false]);
  before = formats().length;
  says("Ann's order never came.");
  await analyze({ plan: { successEvaluationPlan: { enabled: false } } });
  expect(formats().slice(before)).toEqual([undefined]);
});

test("a model on a server of one's own has a minute, unless the plan says otherwise", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  try {
    const model: Judge["model"] = {
      provider: "slow",
      async *stream({ signal }) {
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    };
    const local: Judge = { ...judge, model, isOwnServer: true };
    const limitOf = async (given: Given) => {
      const done = analyze({ plan: { successEvaluationPlan: { enabled: false } }, ...given });
      await vi.advanceTimersByTimeAsync(120_000);
      return (await done).analysis.notes?.[0]?.text;
    };
    expect(await limitOf({ judge: local })).toBe("The model did not answer within 60 s.");
    expect(await limitOf({ judge: { ...local, isOwnServer: false } })).toBe("The model did not answer within 5 s.");
    const output: Omit<OutputTask, "judge"> = { key: "own", name: "own", description: "", schema: { type: "string" } };
    const outputOf = (judging: Judge) => limitOf({ plan: OFF, outputs: [{ ...output, judge: judging }] });
    expect(await outputOf(local)).toBe("The model did not answer within 60 s.");
    expect(await outputOf({ ...local, isOwnServer: false })).toBe("The model did not answer within 30 s.");
    const summaryPlan = { timeoutSeconds: 7 };
    expect(await limitOf({ judge: local, plan: { ...OFF, summaryPlan } })).toBe("The model did not answer within 7 s.");
  } finally {
    vi.useRealTimers();
  }
});
