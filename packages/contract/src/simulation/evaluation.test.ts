import { expect, test } from "vitest";
import { CreateEval } from "./eval.ts";
import { EvaluationPlanItem } from "./evaluation.ts";

const problemsOf =
  (schema: { safeParse(value: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } }) =>
  (value: unknown) =>
    schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`) ?? [];

const evaluation = problemsOf(EvaluationPlanItem);
const output = (schema: object) => ({ name: "Booked", schema });
const id = "3f2b8a4e-6d0c-4c39-9a57-0d6a3c1f2b10";
const contact = { type: "object", properties: { contact: { type: "object", properties: { known: { type: "boolean" } } } } };

test.each([
  ["boolean", true],
  ["string", "Friday"],
  ["number", 4],
  ["integer", 4],
] as const)("results of the type %s are compared with values of their type", (type, value) => {
  const of = (comparator: string, expected: unknown) =>
    evaluation({ structuredOutput: output({ type }), comparator, value: expected });
  expect(of("=", value)).toEqual([]);
  expect(of("!=", value)).toEqual([]);
  const isNumber = typeof value === "number";
  for (const comparator of [">", "<", ">=", "<="])
    expect(of(comparator, value)).toEqual(isNumber ? [] : [`comparator must be = or !=, because the schema's type is ${type}`]);
  const other = isNumber ? "4" : 1;
  expect(of("=", other)).toEqual([`value must be a ${isNumber ? "number" : type}, because the schema's type is ${type}`]);
});

test("a path leads from an object to a value, and the message says where it must lead", () => {
  const of = (schema: object, path?: string) =>
    evaluation({ structuredOutput: output(schema), comparator: "=", value: true, ...(path !== undefined && { path }) });
  expect(of(contact, "contact.known")).toEqual([]);
  expect(of(contact)).toEqual([expect.stringMatching(/^path .*add a path$/)]);
  expect(of(contact, "contact")).toEqual([expect.stringMatching(/^path .*an object there$/)]);
  expect(of(contact, "contact.phone")).toEqual([expect.stringMatching(/^path .*'phone' is none, its fields are known$/)]);
  expect(of(contact, "constructor")).toEqual([expect.stringContaining("'constructor' is none")]);
  expect(of({ type: "boolean" }, "known")).toEqual([expect.stringContaining("must end before 'known'")]);
  expect(of({ type: "array", items: { type: "boolean" } })).toEqual([expect.stringContaining("array")]);
});

test("exactly one structured output is named, and nothing of it is ignored", () => {
  const compared = { comparator: "=", value: true };
  const inline = output({ type: "boolean" });
  expect(evaluation({ structuredOutputId: id, ...compared, required: false })).toEqual([]);
  expect(evaluation(compared)).toEqual([expect.stringContaining("structuredOutputId or structuredOutput is required")]);
  expect(evaluation({ structuredOutputId: id, structuredOutput: inline, ...compared })).toHaveLength(1);
  expect(evaluation({ structuredOutput: { ...inline, assistantIds: [id] }, ...compared })).toEqual([
    expect.stringContaining("structuredOutput.assistantIds has no effect in an evaluation"),
  ]);
  expect(evaluation({ structuredOutputId: id, ...compared, comparator: "==" })).toEqual([expect.stringContaining("comparator")]);
});

const evalOf = (...messages: unknown[]) => problemsOf(CreateEval)({ type: "chat.mockConversation", messages });
const user = { role: "user", content: "Hi" };
const judged = (judgePlan: object, more: object = {}) => ({ role: "assistant", judgePlan, ...more });

test("every message of an eval of the hosted provider is accepted", () => {
  const toolCalls = [{ name: "book", arguments: { day: "/friday/i" } }, { name: "pay" }];
  const model = { provider: "openai", model: "gpt-4o", messages: [{ role: "system", content: "Judge {{messages[-1]}}" }] };
  const ai = { type: "ai", model, autoIncludeMessageHistory: true };
  const continuePlan = { exitOnFailureEnabled: true, contentOverride: "Booked.", toolCallsOverride: toolCalls };
  expect(
    evalOf(
      user,
      { role: "system", content: "Be brief." },
      { role: "assistant", content: "Hello." },
      { role: "assistant", toolCalls },
      { role: "tool", content: '{"ok":true}' },
      judged({ type: "exact", content: "", toolCalls }),
      judged({ type: "regex", content: "(?i)friday" }, { continuePlan }),
      { role: "tool", judgePlan: ai },
      judged({ type: "ai" }),
    ),
  ).toEqual([]);
});

test.each([
  ["a run that cannot fail", [user], "messages must have"],
  ["no expectation", [judged({ type: "exact", content: "" })], "messages.0.judgePlan.content or toolCalls is required"],
  ["an empty message", [judged({ type: "ai" }), { role: "assistant" }], "messages.1.content or toolCalls or judgePlan"],
  [
    "a plan without a judge",
    [judged({ type: "ai" }), { role: "assistant", content: "a", continuePlan: {} }],
    "continuePlan needs",
  ],
  ["words beside a judge", [judged({ type: "ai" }, { content: "a" })], "judgePlan cannot be combined"],
  ["a tool without an answer", [judged({ type: "ai" }), { role: "tool" }], "messages.1.content or judgePlan is required"],
  ["a tool with a pattern", [{ role: "tool", judgePlan: { type: "regex", content: "a" } }], "messages.0.judgePlan.type"],
  [
    "a judge with tools",
    [judged({ type: "ai", model: { provider: "openai", model: "gpt-4o", tools: [] } })],
    "judgePlan.model.tools has no effect",
  ],
  ["a judge that sees nothing", [judged({ type: "ai", autoIncludeMessageHistory: false })], "judgePlan.model.messages must say"],
  ["an unknown field", [judged({ type: "ai", strict: true })], "strict"],
] as const)("%s is refused, and the message names the field", (_, messages, problem) => {
  expect(evalOf(...messages).join("\n")).toContain(problem);
});
