import { expect, test } from "vitest";
import type { z } from "zod";
import {
  CreateAssistant,
  CreateKnowledgeBase,
  CreateWebCall,
  CreateWorkflow,
  ListQuery,
  UpdateAssistant,
  validationProblems,
} from "../index.ts";

function problems(schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? [] : validationProblems(parsed.error);
}

const model = { provider: "openai", model: "gpt-4o" };
const workflow = { name: "w", nodes: [{ type: "hangup", name: "end" }], edges: [{ from: "start", to: "end" }] };
const noStart = "edges.0.from must name a node of this workflow; there is no node start";
const noSource = "must have a file, or websites must have a website";

test.each<[string, z.ZodType, unknown, string[]]>([
  ["an unknown property", CreateAssistant, { foo: 1 }, ["property foo should not exist"]],
  [
    "a nested unknown property",
    CreateWebCall,
    { assistant: { assistantId: "x" } },
    ["assistant.property assistantId should not exist"],
  ],
  ["a missing property", CreateAssistant, { voice: { provider: "openai" } }, ["voice.voiceId is required and must be a string"]],
  ["a wrong type", CreateAssistant, { firstMessage: 5 }, ["firstMessage must be a string"]],
  [
    "a wrong boolean",
    CreateAssistant,
    { firstMessageInterruptionsEnabled: "yes" },
    ["firstMessageInterruptionsEnabled must be a boolean"],
  ],
  ["a wrong object", CreateAssistant, { model: "gpt" }, ["model must be an object"]],
  ["a wrong list", CreateAssistant, { endCallPhrases: "bye" }, ["endCallPhrases must be a list"]],
  ["a wrong entry of a list", CreateAssistant, { endCallPhrases: ["goodbye", 5] }, ["endCallPhrases.1 must be a string"]],
  ["a value too large", CreateAssistant, { model: { ...model, temperature: 3 } }, ["model.temperature must be at most 2"]],
  ["a value too small", CreateAssistant, { maxDurationSeconds: 1 }, ["maxDurationSeconds must be at least 10"]],
  ["a fraction", CreateAssistant, { model: { ...model, maxTokens: 60.5 } }, ["model.maxTokens must be a whole number"]],
  ["a text too long", CreateAssistant, { name: "x".repeat(41) }, ["name must have at most 40 characters"]],
  ["a text too short", CreateAssistant, { name: "" }, ["name must have at least 1 character"]],
  ["a bad id", CreateWebCall, { assistantId: "7" }, ["assistantId must be a UUID"]],
  ["a bad url", CreateAssistant, { server: { url: "ftp://example.com" } }, ["server.url must be an https or wss URL"]],
  [
    "a property that one kind needs",
    CreateAssistant,
    { model: { provider: "custom-llm", url: "http://127.0.0.1:11434/v1" } },
    ["model.model is required and must be a string"],
  ],
  ["null where a value may be cleared", UpdateAssistant, { name: null }, []],
  ["null where nothing can be cleared", CreateAssistant, { name: null }, ["name must be a string"]],
  ["not an object", CreateAssistant, [1], ["The body must be an object"]],
  ["null", CreateAssistant, null, ["The body must be an object"]],
  ["a bad time", ListQuery, { createdAtGt: "yesterday" }, ["createdAtGt must be an ISO 8601 date and time"]],
  ["an edge to nowhere", CreateWorkflow, workflow, [noStart]],
  ["an edge to nowhere in a call", CreateWebCall, { workflow }, [`workflow.${noStart}`]],
  [
    "an edge to nowhere in an assistant",
    CreateAssistant,
    { model: { provider: "vapi", model: "gpt-4o", workflow } },
    [`model.workflow.${noStart}`],
  ],
  [
    "a knowledge base without a source",
    CreateKnowledgeBase,
    { provider: "trieve" },
    ["createPlan is required and must be an object"],
  ],
  [
    "a knowledge base with nothing chosen",
    CreateKnowledgeBase,
    { provider: "trieve", createPlan: { type: "create", chunkPlans: [{ websites: ["https://example.com"] }, { fileIds: [] }] } },
    [`createPlan.chunkPlans.1.fileIds ${noSource}`],
  ],
  ["a bad limit", ListQuery, { limit: "many" }, ["limit must be a number"]],
])("%s", (_, schema, value, expected) => {
  expect(problems(schema, value)).toEqual(expected);
});

test("several problems come together, each with its path", () => {
  expect(problems(CreateAssistant, { name: "", bar: 1, model: { provider: "nobody", model: "" } })).toEqual([
    "name must have at least 1 character",
    expect.stringMatching(/^model\.provider must be one of: callwright, openai/),
    "property bar should not exist",
  ]);
});

test("of the alternatives of a union, the one that was meant is explained", () => {
  expect(problems(CreateAssistant, { voicemailDetection: {} })).toEqual([
    "voicemailDetection.provider is required and must be one of: vapi, google, openai, twilio",
  ]);
  expect(problems(CreateAssistant, { voicemailDetection: 5 })).toEqual(["voicemailDetection must be off, or an object"]);
});
