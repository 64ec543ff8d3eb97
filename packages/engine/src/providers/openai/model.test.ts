import type { HistoryItem, Model } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelPart } from "../../model/language-model.ts";
import type { ProviderContext } from "../provider.ts";
import { createModel, partProblem } from "../registry.ts";
import { type FakeModelServer, startFakeModelServer } from "../testing/fake-model-server.ts";
import { openAiDialect } from "../testing/openai-dialect.ts";

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeModelServer(openAiDialect);
});
afterAll(() => server.close());

const HELLO: HistoryItem[] = [{ type: "user", text: "Hello" }];
const WEATHER = { name: "get_weather", description: "", parameters: { type: "object" }, strict: false };
const PARIS = { id: "call_1", name: "get_weather", arguments: '{"city":"Paris"}' };

async function open(settings: Partial<Model>, context: Partial<ProviderContext> = {}) {
  const model = await createModel(
    { provider: "openai", model: "gpt-4.1", ...settings },
    { keys: { openai: "sk-openai" }, urls: { openai: server.url }, ...context },
  );
  return async (history: HistoryItem[]) => {
    const request = { history, tools: [WEATHER], temperature: 0.3, maxTokens: 120 };
    const parts: ModelPart[] = [];
    for await (const part of model.stream({ ...request, signal: new AbortController().signal })) parts.push(part);
    return parts;
  };
}
const ask = async (settings: Partial<Model>, context?: Partial<ProviderContext>) => (await open(settings, context))(HELLO);
const lastBody = () => server.requests.at(-1)?.body;

it("speaks OpenAI's own dialect", async () => {
  await ask({ model: "gpt-4.1:eastus", promptCacheKey: "riley", promptCacheRetention: "24h" });
  expect(lastBody()).toMatchObject({
    model: "gpt-4.1",
    max_completion_tokens: 120,
    temperature: 0.3,
    prompt_cache_key: "riley",
    prompt_cache_retention: "24h",
  });
  for (const field of ["max_tokens", "reasoning_effort"]) expect(lastBody()).not.toHaveProperty(field);
});

it.each([
  ["gpt-5.1", undefined],
  ["gpt-5.5", undefined],
  ["gpt-5.6-luna", undefined],
  ["gpt-6-luna", "none"],
  ["gpt-6.1-terra", undefined],
  ["gpt-6-sol", undefined],
])("%s with effort %s answers at once and calls tools", async (model, reasoningEffort) => {
  await ask({ model, reasoningEffort });
  expect(lastBody()).toMatchObject({ reasoning_effort: "none", temperature: 0.3, max_completion_tokens: 120 });
});

it.each([
  ["gpt-5-mini", undefined, "minimal", 1144],
  ["gpt-5.3-codex", undefined, "low", 1144],
  ["gpt-5.4", "low", "low", 1144],
  ["gpt-5.6-sol", "medium", "medium", 8312],
  ["gpt-6.1-terra", "high", "high", 24_696],
  ["gpt-6-luna", "max", "max", 24_696],
  ["gpt-6.1-sol", "max", "max", 24_696],
  ["gpt-6.1-sol", undefined, "low", 1144],
  ["gpt-6.2-sol", undefined, "low", 1144],
  ["gpt-6-astra", undefined, "low", 1144],
  ["gpt-7-nova", undefined, "low", 1144],
  ["o3", undefined, "low", 1144],
])("%s with effort %s thinks by Responses: %s, within %i tokens", async (model, reasoningEffort, effort, tokens) => {
  await ask({ model, reasoningEffort, promptCacheKey: "riley" });
  expect(lastBody()).toMatchObject({
    reasoning: { effort },
    max_output_tokens: tokens,
    store: false,
    prompt_cache_key: "riley",
    tools: [{ type: "function", name: "get_weather", strict: false }],
  });
});

it("sends a retention of the cache only to models that take it", async () => {
  const settings = { reasoningEffort: "low", promptCacheRetention: "24h", fallbackModels: ["gpt-6.1-sol"] };
  server.reply({ kind: "error", status: 503, message: "overloaded" }, { kind: "words", words: ["Hello."] });
  await ask({ model: "gpt-5.4", ...settings });
  const sent = server.requests.slice(-2).map(({ body }) => body.prompt_cache_retention);
  expect(sent).toEqual(["24h", undefined]);
});

it("sends encrypted thoughts back with the answer of a tool", async () => {
  const stream = await open({ model: "gpt-6.1-sol" });
  server.reply({ kind: "words", words: [{ thought: "", signature: "sealed" }, PARIS] });
  await stream(HELLO);
  server.reply({ kind: "words", words: ["Sunny."] });
  const answer = { result: "Sunny.", failed: false };
  const call = { ...PARIS, arguments: { city: "Paris" } };
  const asked: HistoryItem[] = [...HELLO, { type: "tool", step: 1, call, answer }];
  expect(await stream(asked)).toMatchObject([{ type: "text", text: "Sunny." }, { type: "usage" }]);
  const items = [
    { type: "function_call", call_id: "call_1" },
    { type: "function_call_output", call_id: "call_1", output: "Sunny." },
  ];
  expect(lastBody()?.input).toMatchObject([{ role: "user" }, { type: "reasoning", encrypted_content: "sealed" }, ...items]);
  // The tool was called by another assistant's model.
  await (await open({ model: "gpt-6.1-sol" }))(asked);
  expect(lastBody()?.input).toMatchObject([{ role: "user" }, ...items]);
});

it.each([
  [
    { model: "gpt-realtime-2" },
    /^model\.model is gpt-realtime-2, which speaks.*Choose a model that answers in text, such as gpt-/,
  ],
  [{ model: "gpt-live-1:westus" }, /^model\.model is gpt-live-1/],
  [{ model: "gpt-4.1", fallbackModels: ["gpt-4o", "gpt-audio-1.5"] }, /^model\.fallbackModels\.1 is gpt-audio-1\.5/],
  [
    { model: "gpt-6.1-sol", reasoningEffort: "none" },
    /^model\.reasoningEffort is none, .* Choose one of: low, medium, high, xhigh, max\.$/,
  ],
  [{ model: "gpt-5.4", reasoningEffort: "minimal" }, /^model\.reasoningEffort is minimal/],
  [
    { model: "gpt-5.5", reasoningEffort: "max" },
    /^model\.reasoningEffort is max, .* Choose one of: none, low, medium, high, xhigh\.$/,
  ],
  [{ model: "gpt-6-luna", promptCacheRetention: "24h" }, /^model\.promptCacheRetention is 24h, which gpt-6-luna does not take/],
  [{ model: "gpt-5.5", promptCacheRetention: "in_memory" }, /^model\.promptCacheRetention is in_memory/],
])("does not take %j", (settings, problem) => {
  expect(partProblem("model", { provider: "openai", ...settings }, {})).toMatch(problem);
});

it.each([
  { model: "gpt-6-luna", reasoningEffort: "none" },
  { model: "gpt-4.1", reasoningEffort: "high" },
  { model: "gpt-7-nova", reasoningEffort: "none" },
])("takes %j", (settings) => {
  expect(partProblem("model", { provider: "openai", ...settings }, {})).toBeUndefined();
});

describe("fallback models", () => {
  const settings = { model: "gpt-4.1", fallbackModels: ["gpt-4.1-mini", "gpt-4o"] };

  it("answer in turn when those before fail before their first word, and a part says so", async () => {
    server.reply(
      { kind: "error", status: 503, message: "overloaded" },
      { kind: "hang-after", words: [] },
      { kind: "words", words: ["Hello."] },
    );
    const parts = await ask({ ...settings, timeoutSeconds: 0.2 });
    expect(parts.map((part) => ("message" in part ? part.message : part.type))).toEqual([
      "gpt-4.1 failed and gpt-4.1-mini answers instead. openai answered with status 503. It said: overloaded",
      "gpt-4.1-mini failed and gpt-4o answers instead. openai did not answer in 0.2 s.",
      ...["text", "usage"],
    ]);
    expect(server.requests.slice(-3).map(({ model }) => model)).toEqual(["gpt-4.1", "gpt-4.1-mini", "gpt-4o"]);
  });

  it("think as little as they can when they do not take the effort of the settings", async () => {
    server.reply({ kind: "error", status: 503, message: "overloaded" }, { kind: "words", words: ["Hello."] });
    await ask({ model: "gpt-6-luna", reasoningEffort: "none", fallbackModels: ["gpt-6.1-sol"] });
    expect(lastBody()).toMatchObject({ model: "gpt-6.1-sol", reasoning: { effort: "low" } });
  });

  it("do not repeat words, and the last one's failure counts", async () => {
    server.reply({ kind: "break-after", words: ["We"] });
    await expect(ask(settings)).rejects.toMatchObject({ message: "The connection to openai broke." });
    expect(lastBody()?.model).toBe("gpt-4.1");
    server.reply({ kind: "error", status: 500, message: "down" });
    await expect(ask(settings)).rejects.toMatchObject({ message: expect.stringContaining("status 500") });
    expect(lastBody()?.model).toBe("gpt-4o");
  });
});

describe("Azure", () => {
  const azure = (changes: object = {}) => ({
    "azure-openai": {
      region: "westus",
      models: ["gpt-4.1"],
      openAIKey: "azure-key",
      openAIEndpoint: new URL("/", server.url).origin,
      ocpApimSubscriptionKey: "gateway-key",
      ...changes,
    },
  });
  const openai = { openai: { apiKey: "sk-org" } };
  beforeAll(() => server.reply({ kind: "words", words: ["Hello."] }));

  it.each([
    ["gpt-4.1", {}, "azure-key"],
    ["gpt-4.1:westus", openai, "azure-key"],
    ["gpt-4.1", openai, undefined],
    ["gpt-4.1:eastus", openai, undefined],
    ["gpt-4o", openai, undefined],
  ])("serves %s with other keys %j: key %s", async (model, others, key) => {
    await ask({ model }, { keys: {}, orgKeys: { ...azure(), ...others }, allowPrivateAddresses: true });
    const { headers } = server.requests.at(-1) ?? {};
    expect(headers).toMatchObject(
      key ? { "api-key": key, "ocp-apim-subscription-key": "gateway-key" } : { authorization: "Bearer sk-org" },
    );
    expect(headers?.authorization).toBe(key ? undefined : "Bearer sk-org");
  });

  it("serves models that think by Responses", async () => {
    const orgKeys = azure({ models: ["gpt-6.1-sol"] });
    await ask({ model: "gpt-6.1-sol" }, { keys: {}, orgKeys, allowPrivateAddresses: true });
    const { headers, body } = server.requests.at(-1) ?? {};
    expect(headers).toMatchObject({ "api-key": "azure-key", "ocp-apim-subscription-key": "gateway-key" });
    expect([headers?.authorization, body?.reasoning]).toEqual([undefined, { effort: "low" }]);
  });

  it("is not reached at an address of the server's own network", async () => {
    const before = server.requests.length;
    await expect(ask({}, { keys: {}, orgKeys: azure() })).rejects.toMatchObject({
      message: expect.stringMatching(/own network.*ALLOW_PRIVATE_ADDRESSES/),
    });
    expect(server.requests).toHaveLength(before);
  });
});
