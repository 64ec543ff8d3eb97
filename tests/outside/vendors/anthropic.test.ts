import { AnthropicBedrock } from "@anthropic-ai/bedrock-sdk";
import Anthropic from "@anthropic-ai/sdk";
import { expect, test } from "vitest";
import { all, askModel, KEY, startModelServer } from "./harness/ask.ts";
import { typeProblems } from "./harness/typed.ts";

const IMPORTS = 'import type Anthropic from "@anthropic-ai/sdk";';
const CALL = { id: "toolu_1", name: "get_weather", arguments: '{"city":"Paris"}' };
/** The version of the API that we use still has a temperature, for models before Opus 4.7; the client does not. */
const OLDER = "Anthropic.MessageCreateParamsStreaming & { temperature?: number }";
const ASKED = {
  model: "claude-sonnet-5",
  max_tokens: 250,
  messages: [{ role: "user" as const, content: [TEXT("The weather?")] }],
};

function TEXT(text: string) {
  return { type: "text" as const, text };
}

test("what we ask of models has the types of @anthropic-ai/sdk", async () => {
  const models = ["claude-haiku-5-5", "claude-sonnet-5", "claude-sonnet-5-5", "claude-opus-5", "claude-opus-5-5"];
  const older = await askModel("anthropic", { model: "claude-haiku-4-5" });
  const chats = await Promise.all(models.map((model) => askModel("anthropic", { model })));
  const bodies = chats.map(({ body }) => ["Anthropic.MessageCreateParamsStreaming", body] as const);
  expect(await typeProblems("anthropic-models", IMPORTS, [[OLDER, older.body], ...bodies])).toBe("");
});

test("what we ask of Bedrock has the types of @anthropic-ai/sdk", async () => {
  const { body, path } = await askModel("anthropic-bedrock", { model: "claude-haiku-4-5-20251001" });
  const { anthropic_version: version, ...rest } = body as Record<string, unknown>;
  expect({ version, path }).toEqual({
    version: "bedrock-2023-05-31",
    path: expect.stringMatching(/^\/model\/.+\/invoke-with-response-stream$/),
  });
  // The model and the streaming are in the address; the client has betas in a header, and puts them into the body.
  const asked = `Omit<${OLDER}, 'model' | 'stream'> & { anthropic_beta?: string[] }`;
  expect(await typeProblems("anthropic-bedrock", IMPORTS, [[asked, rest]])).toBe("");
});

test("the client talks to the fake of the models", async () => {
  const server = await startModelServer("anthropic");
  server.reply({ kind: "words", words: ["Let me see.", CALL], usage: { inputTokens: 120, cachedTokens: 100, outputTokens: 7 } });
  const baseURL = server.url.replace(/\/v1$/, "");
  const client = new Anthropic({ apiKey: KEY, baseURL, maxRetries: 0 });
  const message = await client.messages.stream(ASKED).finalMessage();
  expect(message).toMatchObject({
    content: [TEXT("Let me see."), { type: "tool_use", id: CALL.id, name: CALL.name, input: { city: "Paris" } }],
    stop_reason: "tool_use",
    usage: { input_tokens: 20, cache_read_input_tokens: 100, output_tokens: 7 },
  });
  const wrong = new Anthropic({ apiKey: "sk-wrong", baseURL, maxRetries: 0 });
  await expect(wrong.messages.create({ ...ASKED, stream: true })).rejects.toBeInstanceOf(Anthropic.AuthenticationError);
  await server.close();
});

test("the client of Bedrock talks to its fake", async () => {
  const server = await startModelServer("anthropic-bedrock");
  server.reply({ kind: "words", words: ["Let me see.", CALL] });
  const keys = { awsAccessKey: KEY, awsSecretKey: "secret", awsRegion: "us-east-1" };
  const client = new AnthropicBedrock({ ...keys, baseURL: server.url, maxRetries: 0 });
  const events = await client.messages.create({ ...ASKED, model: "us.anthropic.claude-sonnet-5", stream: true });
  const types = (await all(events)).map(({ type }) => type);
  // The client leaves pings out.
  expect(types.filter((type, index) => type !== types[index - 1])).toEqual(["message_start", ...BLOCK, ...BLOCK, ...ENDS]);
  await server.close();
});

const BLOCK = ["content_block_start", "content_block_delta", "content_block_stop"];
const ENDS = ["message_delta", "message_stop"];
