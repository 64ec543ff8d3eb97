import Cerebras from "@cerebras/cerebras_cloud_sdk";
import { Mistral } from "@mistralai/mistralai";
import { OpenRouter } from "@openrouter/sdk";
import Perplexity from "@perplexity-ai/perplexity_ai";
import Groq from "groq-sdk";
import Together from "together-ai";
import { expect, test } from "vitest";
import { askModel, KEY, startModelServer } from "./harness/ask.ts";
import { typeProblems } from "./harness/typed.ts";

/** Vendors with OpenAI's chat API and their own client. */
const VENDORS = [
  ["cerebras", "ChatCompletionCreateParamsStreaming as Body", "@cerebras/cerebras_cloud_sdk/resources/chat/completions"],
  ["groq", "ChatCompletionCreateParamsStreaming as Body", "groq-sdk/resources/chat/completions"],
  ["mistral", "ChatCompletionStreamRequest$Outbound as Body", "@mistralai/mistralai/models/components"],
  ["openrouter", "ChatRequest$Outbound as Body", "@openrouter/sdk/models"],
  ["perplexity-ai", "CompletionCreateParamsStreaming as Body", "@perplexity-ai/perplexity_ai/resources/chat/completions"],
  ["together-ai", "CompletionCreateParamsStreaming as Body", "together-ai/resources/chat/completions"],
] as const;

/**
 * OpenAI's option that adds the usage to a stream. These services accept it, though their clients do not have it: pipecat sends it to both
 * (services/openai/base_llm.py, read on 2026-11-29).
 */
const TAKES_STREAM_OPTIONS = ["groq", "together-ai"];

test.each(VENDORS)("what we ask of %s has the types of its client", async (provider, name, from) => {
  const { body } = await askModel(provider);
  const type = TAKES_STREAM_OPTIONS.includes(provider) ? "Body & { stream_options?: { include_usage: boolean } }" : "Body";
  // The client of Together has one type for the calls of a question and of an answer, where they are numbered. Mistral's fills in missing fields.
  const asked = provider === "together-ai" ? numbered(body) : provider === "mistral" ? unprefixed(numbered(body)) : body;
  expect(await typeProblems(provider, `import type { ${name} } from "${from}";`, [[type, asked]])).toBe("");
});

const numbered = (body: unknown) =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    name === "tool_calls" ? (value as object[]).map((call, index) => ({ index, ...call })) : value,
  ) as unknown;

const unprefixed = (body: unknown) =>
  JSON.parse(JSON.stringify(body), (_name, value) =>
    value?.role === "assistant" ? { prefix: false, ...value } : value,
  ) as unknown;

/** Vendors whose documentation names OpenAI's client, with the fields that it lacks. */
const BY_OPENAI = {
  baseten: "",
  cloudflare: "",
  "custom-llm": "",
  "deep-seek": "thinking?: { type: 'enabled' | 'disabled' };",
  deepinfra: "",
  fireworks: "",
  "inflection-ai": "",
  minimax: "reasoning_split?: boolean;",
  sambanova: "",
  xai: "",
};

test.each(Object.entries(BY_OPENAI))(
  "what we ask of %s has the types of openai, whose client it names",
  async (provider, more) => {
    const { body } = await askModel(provider);
    const imports = 'import type OpenAI from "openai";';
    const type = `OpenAI.Chat.ChatCompletionCreateParamsStreaming & { ${more} }`;
    expect(await typeProblems(provider, imports, [[type, body]])).toBe("");
  },
);

const MESSAGES = [{ role: "user" as const, content: "Count." }];
const ASKED = { model: "a-model", messages: MESSAGES, stream: true as const };

/** The words of a streamed answer. */
async function words(answer: unknown): Promise<string> {
  const chunks = answer as AsyncIterable<{ choices?: { delta?: { content?: unknown } }[] }>;
  const texts: unknown[] = [];
  for await (const { choices } of chunks) texts.push(choices?.[0]?.delta?.content ?? "");
  return texts.join("");
}

/** The client of Mistral has each chunk in the `data` of an event. */
async function* dataOf(events: AsyncIterable<{ data: unknown }>): AsyncGenerator<unknown> {
  for await (const { data } of events) yield data;
}

const CLIENTS: Record<(typeof VENDORS)[number][0], (url: string) => Promise<string>> = {
  cerebras: async (url) => {
    const client = new Cerebras({ apiKey: KEY, baseURL: url.replace(/\/v1$/, ""), maxRetries: 0, warmTCPConnection: false });
    return words(await client.chat.completions.create(ASKED));
  },
  groq: async (url) => {
    const client = new Groq({ apiKey: KEY, baseURL: url.replace(/\/v1$/, ""), maxRetries: 0 });
    return words(await client.chat.completions.create(ASKED));
  },
  mistral: async (url) => {
    const client = new Mistral({ apiKey: KEY, serverURL: url.replace(/\/v1$/, ""), retryConfig: { strategy: "none" } });
    const events = await client.chat.stream({ model: "a-model", messages: MESSAGES });
    return words(dataOf(events));
  },
  openrouter: async (url) => {
    const client = new OpenRouter({ apiKey: KEY, serverURL: url, retryConfig: { strategy: "none" } });
    return words(await client.chat.send({ chatRequest: ASKED }));
  },
  "perplexity-ai": async (url) => {
    const client = new Perplexity({ apiKey: KEY, baseURL: url, maxRetries: 0 });
    return words(await client.chat.completions.create(ASKED));
  },
  "together-ai": async (url) => {
    const client = new Together({ apiKey: KEY, baseURL: url, maxRetries: 0 });
    return words(await client.chat.completions.create(ASKED));
  },
};

test.each(VENDORS)("the client of %s talks to the fake of its models", async (provider) => {
  const server = await startModelServer(provider);
  server.reply({ kind: "words", words: ["One", ", two."] });
  expect(await CLIENTS[provider](server.url)).toBe("One, two.");
  await server.close();
});
