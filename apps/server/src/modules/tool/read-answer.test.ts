import { randomUUID } from "node:crypto";
import type { CreateTool } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { readToolAnswer } from "./read-answer.ts";
import { tools } from "./service.ts";

let server: TestServer;
const caller: OrgCaller = { kind: "org", orgId: randomUUID(), role: "editor", tag: "private", userId: null, apiToken: null };

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function read(tool: CreateTool, body: string, { status = 200, args = {} }: { status?: number; args?: object } = {}) {
  const { id } = await tools.create(server.context, caller, tool);
  const reading = await readToolAnswer(server.context, caller, { id, argumentsJson: JSON.stringify(args), status, body });
  const { variablesJson, ...rest } = reading;
  return { ...rest, variables: JSON.parse(variablesJson) };
}

const messages: CreateTool["messages"] = [
  {
    type: "request-complete",
    content: "Table for {{ guests }}, done.",
    conditions: [{ param: "day", operator: "eq", value: "Sunday" }],
  },
  { type: "request-complete", content: "Say that it is done.", role: "system" },
  { type: "request-failed", content: "That did not work.", endCallAfterSpokenEnabled: true },
];
const plan = { schema: { type: "object" as const, properties: { guests: { type: "integer" as const } } } };
const book: CreateTool = { type: "function", function: { name: "book" }, messages, variableExtractionPlan: plan };

test("a function's answer is read with its messages, conditions and variables", async () => {
  const body = JSON.stringify({ results: [{ toolCallId: "call_1", result: { guests: 4 } }] });
  expect(await read(book, body, { args: { day: "Sunday" } })).toEqual({
    result: '{"guests":4}',
    failed: false,
    message: { text: "Table for 4, done.", isHint: false, endsCall: false },
    variables: { guests: 4 },
  });
  expect((await read(book, body)).message).toEqual({ text: "Say that it is done.", isHint: true, endsCall: false });
});

test("what a call takes for a failure is one here", async () => {
  const spoken = { text: "That did not work.", isHint: false, endsCall: true };
  for (const [body, status] of [
    ["not JSON", 200],
    ['{"results":[]}', 200],
    ['{"results":[{"result":"ok"}]}', 201],
  ] as const)
    expect(await read(book, body, { status })).toMatchObject({ failed: true, message: spoken });
});

test("an API's answer goes to the model, which finds the words itself without a message", async () => {
  const tool: CreateTool = { type: "apiRequest", method: "GET", url: "https://a.example" };
  expect(await read(tool, "Sunny.")).toEqual({ result: "Sunny.", failed: false, message: null, variables: {} });
  expect(await read(tool, "no such city", { status: 404 })).toMatchObject({
    result: "The API answered with status 404. no such city",
    failed: true,
  });
  const { result } = await read(tool, "x".repeat(20_000));
  expect(result).toMatch(/^x{16000}\n\[The result was longer/);
});

test("a tool that sends nothing has no answer to read", async () => {
  await expect(read({ type: "endCall" }, "{}")).rejects.toMatchObject({ code: "tool-not-testable" });
});
