import { expect, it } from "vitest";
import { anthropicDialect } from "./anthropic-dialect.ts";
import { bedrockDialect } from "./bedrock-dialect.ts";
import { compatibleDialectOf } from "./compatible-rules.ts";
import type { Dialect } from "./dialect.ts";
import { startFakeModelServer } from "./fake-model-server.ts";
import { googleDialect } from "./google-dialect.ts";
import { openAiDialect } from "./openai-dialect.ts";

interface Service {
  dialect: Dialect;
  path: (model: string) => string;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

const messages = [{ role: "user", content: "Hello" }];
const tools = [{ type: "function", function: { name: "get_weather", parameters: {} } }];
const bearer = { authorization: "Bearer key" };
const user = { role: "user", content: [{ type: "text", text: "Hello" }] };

const CHAT: Service = { dialect: openAiDialect, path: () => "/chat/completions", headers: bearer, body: { messages } };
const RESPONSES: Service = { ...CHAT, path: () => "/responses", body: { input: messages, store: false } };
const MISTRAL: Service = { ...CHAT, dialect: compatibleDialectOf("mistral") };
const XAI: Service = { ...CHAT, dialect: compatibleDialectOf("xai") };
const ANTHROPIC: Service = {
  dialect: anthropicDialect,
  path: () => "/messages",
  headers: { "x-api-key": "key", "anthropic-version": "2023-06-01" },
  body: { messages: [user], max_tokens: 2000 },
};
const BEDROCK: Service = {
  dialect: bedrockDialect,
  path: (model) => `/model/${model}/invoke-with-response-stream`,
  headers: {},
  body: { messages: [user], max_tokens: 2000, anthropic_version: "bedrock-2023-05-31", model: undefined },
};
const GOOGLE: Service = {
  dialect: googleDialect,
  path: (model) => `/models/${model}:streamGenerateContent?alt=sse`,
  headers: { "x-goog-api-key": "key" },
  body: { contents: [{ role: "user", parts: [{ text: "Hello" }] }], model: undefined },
};

const SERVICES = {
  "OpenAI's chat": CHAT,
  Responses: RESPONSES,
  Mistral: MISTRAL,
  xAI: XAI,
  Anthropic: ANTHROPIC,
  Bedrock: BEDROCK,
  Google: GOOGLE,
};
type Name = keyof typeof SERVICES;

async function post(name: Name, model: string, changes: object, given?: Record<string, string>) {
  const { dialect, path, headers, body }: Service = SERVICES[name];
  const server = await startFakeModelServer(dialect);
  try {
    const sent = JSON.stringify({ model, ...body, ...changes });
    const response = await fetch(server.url + path(model), { method: "POST", headers: given ?? headers, body: sent });
    return { status: response.status, text: await response.text() };
  } finally {
    await server.close();
  }
}

it.each<[Name, string, object]>([
  ["OpenAI's chat", "gpt-5.5", { tools, reasoning_effort: "none", temperature: 0.5 }],
  ["OpenAI's chat", "gpt-4.1", { tools, temperature: 0.5, max_tokens: 9 }],
  [
    "Responses",
    "gpt-6.1-sol",
    { reasoning: { effort: "low" }, tools: [{ type: "function", name: "get_weather", parameters: {} }] },
  ],
  ["Anthropic", "claude-sonnet-5-5", { thinking: { type: "between_tools" } }],
  ["Anthropic", "claude-haiku-4-5", { thinking: { type: "enabled", budget_tokens: 1024 } }],
  ["Bedrock", "us.anthropic.claude-opus-5-5", { output_config: { effort: "low" } }],
  ["Google", "gemini-3.8-flash", { generationConfig: { thinkingConfig: { thinkingLevel: "low" } } }],
  ["Mistral", "mistral-small-latest", { tools }],
  ["xAI", "grok-4.3", { reasoning_effort: "none" }],
])("%s takes %s with %j", async (name, model, changes) => {
  expect(await post(name, model, changes)).toMatchObject({ status: 200 });
});

it.each<[Name, string, object, string, number?]>([
  ["OpenAI's chat", "gpt-5.5", { call: {} }, "Unknown parameter: 'call'."],
  ["OpenAI's chat", "gpt-5.5", { tools: [{ type: "function", name: "x" }] }, "Unknown parameter: 'tools.0.name'."],
  ["OpenAI's chat", "gpt-5.5", { temperature: 0.5 }, "'temperature' does not support 0.5 with this model"],
  ["OpenAI's chat", "gpt-5.5", { tools }, "Function tools with reasoning_effort are not supported for gpt-5.5"],
  ["OpenAI's chat", "gpt-5.4", { tools, reasoning_effort: "low" }, "use /v1/responses or set reasoning_effort to 'none'"],
  ["OpenAI's chat", "gpt-6.1-sol", { reasoning_effort: "none" }, "'reasoning_effort' does not support 'none'"],
  ["OpenAI's chat", "gpt-6-luna", { max_tokens: 9 }, "Use 'max_completion_tokens' instead"],
  ["OpenAI's chat", "gpt-6-luna", { prompt_cache_retention: "24h" }, "'prompt_cache_retention' is not supported"],
  ["OpenAI's chat", "gpt-4.1", { reasoning_effort: "low" }, "'reasoning_effort' is not supported"],
  [
    "OpenAI's chat",
    "gpt-4.1",
    { messages: [...messages, { role: "tool", tool_call_id: "a", content: "" }] },
    "must be a response to a preceding",
  ],
  ["Responses", "gpt-6.1-sol", { tools }, "Unknown parameter: 'tools.0.function'."],
  ["Responses", "gpt-6.1-sol", { messages }, "Unknown parameter: 'messages'."],
  ["Responses", "gpt-6.1-sol", { max_output_tokens: 9 }, "Expected a value >= 16"],
  ["Responses", "gpt-6.1-sol", { input: [{ type: "item_reference", id: "rs_1" }] }, "Item with id 'rs_1' not found", 404],
  ["Responses", "gpt-6.1-sol", { input: [{ type: "function_call_output", call_id: "a", output: "" }] }, "No tool call found"],
  ["Anthropic", "claude-sonnet-5", { effort: "low" }, "effort: Extra inputs are not permitted"],
  ["Anthropic", "claude-sonnet-5", { temperature: 0.5 }, "`temperature` is deprecated for this model."],
  [
    "Anthropic",
    "claude-sonnet-5",
    { thinking: { type: "enabled", budget_tokens: 1024 } },
    '\\"thinking.type.enabled\\" is not supported',
  ],
  ["Anthropic", "claude-opus-5-5", { thinking: { type: "disabled" } }, '\\"thinking.type.disabled\\" is not supported'],
  ["Anthropic", "claude-haiku-4-5", { thinking: { type: "enabled", budget_tokens: 2000 } }, "`max_tokens` must be greater"],
  ["Anthropic", "claude-haiku-4-5", { output_config: { effort: "low" } }, "does not support the effort"],
  ["Anthropic", "claude-haiku-4-5", { max_tokens: undefined }, "max_tokens: Field required"],
  ["Anthropic", "claude-haiku-4-5", { messages: [user, { role: "assistant", content: [] }] }, "must end with a user message"],
  ["Bedrock", "anthropic.claude-haiku-4-5", { stream: true }, "stream: Extra inputs"],
  ["Bedrock", "anthropic.claude-haiku-4-5", { anthropic_version: undefined }, "anthropic_version: Field required"],
  ["Bedrock", "anthropic.claude-haiku-4-5", { tools: [{ name: "x", eager_input_streaming: true }] }, "eager_input_streaming"],
  ["Bedrock", "anthropic.claude-sonnet-5", { temperature: 0.5 }, "`temperature` is deprecated"],
  [
    "Google",
    "gemini-3.8-flash",
    { generationConfig: { thinkingConfig: { thinkingLevel: "minimal" } } },
    "MINIMAL is not supported",
  ],
  ["Google", "gemini-4-argon", { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }, "budget is not supported"],
  ["Google", "gemini-2.5-pro", { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }, "between 128 and 32768"],
  ["Google", "gemini-3.8-flash", { maxOutputTokens: 9 }, 'Unknown name \\"maxOutputTokens\\"'],
  [
    "Google",
    "gemini-3.8-flash",
    { contents: [{ role: "model", parts: [{ functionCall: { name: "x" } }] }] },
    "ends with a user turn",
  ],
  ["Mistral", "mistral-small-latest", { stream_options: {} }, "stream_options: Extra inputs are not permitted", 422],
  ["xAI", "grok-4.7", { reasoning_effort: "none" }, "Invalid reasoning effort"],
])("%s refuses %s with %j", async (name, model, changes, text, status = 400) => {
  const answer = await post(name, model, changes);
  expect(answer).toEqual({ status, text: expect.stringContaining(text) });
});

it.each<[Name, string, number, string]>([
  ["OpenAI's chat", "gpt-4.1", 401, '"error":{"message"'],
  ["Anthropic", "claude-haiku-4-5", 400, '{"type":"error","error":{"type":"invalid_request_error","message":"anthropic-version'],
  ["xAI", "grok-4.3", 401, "No API key."],
])("%s needs its headers", async (name, model, status, text) => {
  expect(await post(name, model, {}, {})).toEqual({ status, text: expect.stringContaining(text) });
});
