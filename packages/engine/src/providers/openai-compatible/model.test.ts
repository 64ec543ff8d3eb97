import type { HistoryItem, Model } from "@callwright/contract";
import { expect, it, vi } from "vitest";
import type { ProviderContext } from "../provider.ts";
import { createModel } from "../registry.ts";
import { compatibleDialectOf } from "../testing/compatible-rules.ts";
import { startFakeModelServer } from "../testing/fake-model-server.ts";

const HELLO: HistoryItem[] = [{ type: "user", text: "Hello" }];

/** The request that passes the provider's own rules. */
async function bodyOf(provider: Model["provider"], model: string, history = HELLO): Promise<Record<string, unknown>> {
  const server = await startFakeModelServer(compatibleDialectOf(provider));
  try {
    const opened = await createModel({ provider, model }, { keys: { [provider]: "key" }, urls: { [provider]: server.url } });
    const request = { history, tools: [], temperature: 0.3, maxTokens: 250, signal: new AbortController().signal };
    for await (const _ of opened.stream(request));
    return server.requests.at(-1)?.body ?? {};
  } finally {
    await server.close();
  }
}

it.each([
  ["groq", "openai/gpt-oss-20b", { reasoning_effort: "low", max_tokens: 1274 }],
  ["groq", "qwen/qwen3.6-27b", { reasoning_effort: "none", max_tokens: 250 }],
  ["cerebras", "gpt-oss-120b", { reasoning_effort: "low", max_tokens: 1274 }],
  ["cerebras", "zai-glm-4.7", { reasoning_effort: "none", max_tokens: 250 }],
  ["deep-seek", "deepseek-flash", { thinking: { type: "disabled" }, max_tokens: 250 }],
  ["xai", "grok-4.3", { reasoning_effort: "none", max_tokens: 250 }],
  ["xai", "grok-4.7", { reasoning_effort: "low", max_tokens: 1274 }],
  ["xai", "grok-4.20-reasoning", { max_tokens: 8442 }],
  ["openrouter", "openai/gpt-6.1-sol", { reasoning: { effort: "low" }, max_tokens: 1274 }],
  ["openrouter", "openai/gpt-4.1", { max_tokens: 250 }],
  ["together-ai", "deepseek-ai/DeepSeek-R1", { max_tokens: 8442 }],
  ["fireworks", "accounts/fireworks/models/deepseek-v4-flash", { max_tokens: 8442 }],
] as const)("asks %s for %s to think as little as it can: %j", async (provider, model, sent) => {
  const {
    messages: _messages,
    model: _model,
    stream: _stream,
    stream_options: _usage,
    temperature: _temperature,
    ...rest
  } = await bodyOf(provider, model);
  expect(rest).toEqual(sent);
});

it("gives Mistral short ids of calls, and an answer of the assistant between tools and user", async () => {
  const call = { id: "toolu_01A09q90qw90lq917835lq9", name: "get_weather", arguments: {} };
  const { messages, ...body } = await bodyOf("mistral", "mistral-small-latest", [
    ...HELLO,
    { type: "tool", step: 1, call, answer: { result: "Sunny.", failed: false } },
    { type: "user", text: "And Rome?" },
  ]);
  expect(messages).toMatchObject([
    { role: "user" },
    { role: "assistant" },
    { role: "tool" },
    { role: "assistant" },
    { role: "user" },
  ]);
  const [, asked, answered] = messages as { tool_calls?: { id: string }[]; tool_call_id?: string }[];
  expect(asked?.tool_calls?.[0]?.id).toBe(answered?.tool_call_id);
  expect(body).not.toHaveProperty("stream_options");
});

const ACCOUNTS = "https://api.cloudflare.com/client/v4/accounts";

it.each<[string, Partial<ProviderContext>, string | RegExp, string?]>([
  ["a credential's account", { orgKeys: { cloudflare: { apiKey: "own", accountId: "a/1" } } }, `${ACCOUNTS}/a%2F1/ai/v1`, "own"],
  ["the server's address", { orgKeys: { cloudflare: { accountId: "a1" } } }, `${ACCOUNTS}/ours/ai/v1`, "ours"],
  ["no account", { orgKeys: { cloudflare: { apiKey: "own" } } }, /needs the accountId in its address.*credential of cloudflare/],
  ["no address", { urls: {} }, /needs the accountId in its address.*CLOUDFLARE_BASE_URL/],
])("asks Cloudflare at %s", async (_name, given, place, key) => {
  const context = { keys: { cloudflare: "ours" }, urls: { cloudflare: `${ACCOUNTS}/ours/ai/v1` }, ...given };
  const creating = createModel({ provider: "cloudflare", model: "@cf/openai/gpt-oss-120b" }, context);
  if (place instanceof RegExp) return expect(creating).rejects.toThrow(place);
  const fetching = vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response("{}", { status: 404 }));
  try {
    const request = { history: HELLO, tools: [], temperature: 0.3, maxTokens: 250, signal: new AbortController().signal };
    await expect((await creating).stream(request)[Symbol.asyncIterator]().next()).rejects.toThrow("has no model");
    const [address, init] = fetching.mock.calls[0] ?? [];
    const { authorization } = (init?.headers ?? {}) as Record<string, string>;
    expect([address, authorization]).toEqual([`${place}/chat/completions`, `Bearer ${key}`]);
  } finally {
    fetching.mockRestore();
  }
});
