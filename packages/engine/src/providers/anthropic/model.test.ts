import type { HistoryItem, Model } from "@callwright/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bedrockModelId } from "../anthropic-bedrock/model.ts";
import { createModel, partProblem } from "../registry.ts";
import { anthropicDialect } from "../testing/anthropic-dialect.ts";
import { type FakeModelServer, startFakeModelServer } from "../testing/fake-model-server.ts";

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer(anthropicDialect);
});
afterAll(() => server.close());

const THINKING = { thinking: { type: "enabled", budgetTokens: 1024 } };
const CALL = { id: "toolu_1", name: "get_weather", arguments: "{}" };
const ASKED: HistoryItem[] = [
  { type: "system", text: "You are Riley." },
  { type: "user", text: "The weather?" },
];
const ANSWERED: HistoryItem[] = [
  ...ASKED,
  { type: "tool", step: 1, call: { ...CALL, arguments: {} }, answer: { result: "Sunny.", failed: false } },
];

async function createConversation(settings: Partial<Model> = {}) {
  const chosen: Model = { provider: "anthropic", model: "claude-haiku-4-5-20251001", maxTokens: 2000, ...settings };
  const model = await createModel(chosen, { keys: { anthropic: "sk-ant" }, urls: { anthropic: server.url } });
  return async (history: HistoryItem[]) => {
    const tools = [{ name: "get_weather", description: "", parameters: { type: "object" }, strict: false }];
    let words = "";
    const request = { history, tools, temperature: 0.3, maxTokens: 2000, signal: new AbortController().signal };
    for await (const part of model.stream(request)) if (part.type === "text") words += part.text;
    return { words, body: server.requests.at(-1)?.body };
  };
}

it("lets Anthropic cache the prompt", async () => {
  const { body } = await (await createConversation())(ASKED);
  expect(body).toMatchObject({
    system: [{ type: "text", text: "You are Riley.", cache_control: { type: "ephemeral" } }],
    temperature: 0.3,
  });
  expect(body).not.toHaveProperty("thinking");
});

it("thinks within the tokens of the answer, silently, and sends its signed thoughts back with a tool's answer", async () => {
  const stream = await createConversation(THINKING);
  server.reply({ kind: "words", words: [{ thought: "Sunny?", signature: "signed" }, "Let me see.", CALL] });
  const first = await stream(ASKED);
  expect(first.words).toBe("Let me see.");
  expect(first.body).toMatchObject({ max_tokens: 2000, thinking: { type: "enabled", budget_tokens: 1024 } });
  server.reply({ kind: "words", words: ["Sunny."] });
  const second = await stream(ANSWERED);
  expect(second.body).toMatchObject({
    thinking: { type: "enabled" },
    messages: [
      { role: "user" },
      { role: "assistant", content: [{ type: "thinking", thinking: "Sunny?", signature: "signed" }, { type: "tool_use" }] },
      { role: "user", content: [{ type: "tool_result" }] },
    ],
  });
  // The tool was called in another conversation: Anthropic would refuse its answer without the thoughts.
  const { body } = await (await createConversation(THINKING))(ANSWERED);
  expect(body).not.toHaveProperty("thinking");
  expect(body?.max_tokens).toBe(2000);
});

it.each([
  ["claude-sonnet-4-6", undefined, undefined, 2000, 0.3],
  ["claude-opus-4-8", undefined, undefined, 2000, undefined],
  ["claude-sonnet-5", { type: "disabled" }, undefined, 2000, undefined],
  ["claude-opus-5", { type: "disabled" }, undefined, 2000, undefined],
  ["claude-haiku-5-5", { type: "disabled" }, undefined, 2000, undefined],
  ["claude-sonnet-5-5", { type: "between_tools" }, undefined, 3024, undefined],
  ["claude-opus-5-5", undefined, { effort: "low" }, 3024, undefined],
  ["claude-fable-5-2", undefined, { effort: "low" }, 3024, undefined],
  ["claude-opus-6", undefined, { effort: "low" }, 3024, undefined],
])("lets %s think as little as it can: %j, %j, within %i tokens", async (model, thinking, effort, maxTokens, temperature) => {
  server.reply({ kind: "words", words: ["Sunny."] });
  for (const history of [ASKED, ANSWERED]) {
    const { words, body } = await (await createConversation({ model }))(history);
    expect({ words, ...body }).toMatchObject({ words: "Sunny.", max_tokens: maxTokens });
    expect([body?.thinking, body?.output_config, body?.temperature]).toEqual([thinking, effort, temperature]);
  }
});

it.each(["claude-sonnet-5", "claude-opus-4-7", "claude-opus-5-5", "claude-haiku-5-5", "us.anthropic.claude-opus-5"])(
  "says that %s takes no budget, and what to do",
  (model) => {
    const settings = { provider: "anthropic-bedrock" as const, model, maxTokens: 2000, ...THINKING };
    expect(partProblem("model", settings, {})).toMatch(/^model\.thinking is not for .* Remove the field/);
  },
);

it.each(["anthropic", "anthropic-bedrock"] as const)("names the field of too few tokens to think and answer, %s", (provider) => {
  const settings = { provider, model: "claude-haiku-4-5-20251001", ...THINKING };
  expect(partProblem("model", settings, {})).toBe(
    "model.maxTokens is 250 and must be greater than model.thinking.budgetTokens, which is 1024.",
  );
  expect(partProblem("model", { ...settings, maxTokens: 1024 }, {})).toBeDefined();
  expect(partProblem("model", { ...settings, maxTokens: 1025 }, {})).toBeUndefined();
});

it.each([
  ["claude-haiku-4-5-20251001", "us-east-1", "us.anthropic.claude-haiku-4-5-20251001-v1:0"],
  ["claude-3-5-sonnet-20241022", "eu-west-3", "eu.anthropic.claude-3-5-sonnet-20241022-v2:0"],
  ["claude-opus-4-6", "us-west-2", "us.anthropic.claude-opus-4-6-v1"],
  ["claude-sonnet-4-6", "ap-southeast-2", "au.anthropic.claude-sonnet-4-6"],
  ["claude-sonnet-4-20250514", "ap-northeast-1", "apac.anthropic.claude-sonnet-4-20250514-v1:0"],
  ["global.anthropic.claude-sonnet-4-6", "us-east-1", "global.anthropic.claude-sonnet-4-6"],
])("is %s in %s at Bedrock: %s", (model, region, id) => {
  expect(bedrockModelId(model, region)).toBe(id);
});

it("does not assume roles of AWS, and says what to use", async () => {
  const role = { region: "us-east-1", authenticationPlan: { type: "aws-sts", roleArn: "arn:aws:iam::1:role/x" } };
  const created = createModel(
    { provider: "anthropic-bedrock", model: "claude-haiku-4-5-20251001" },
    { keys: { "anthropic-bedrock": "of the server" }, orgKeys: { "anthropic-bedrock": role }, urls: {} },
  );
  await expect(created).rejects.toMatchObject({ message: expect.stringMatching(/cannot assume roles.*aws-iam/) });
});
