import type { Model } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelPart } from "../../model/language-model.ts";
import type { ProviderContext } from "../provider.ts";
import { createModel } from "../registry.ts";
import { type FakeModelServer, startFakeOpenAiServer } from "../testing/fake-model-server.ts";

let server: FakeModelServer;
beforeAll(async () => {
  server = await startFakeOpenAiServer();
});
afterAll(() => server.close());

async function ask(settings: Partial<Model>, context: Partial<ProviderContext> = {}) {
  const model = await createModel(
    { provider: "openai", model: "gpt-4.1", ...settings },
    { keys: { openai: "sk-openai" }, urls: { openai: server.url }, ...context },
  );
  const request = { history: [{ type: "user", text: "Hello" } as const], tools: [], temperature: 0.3, maxTokens: 120 };
  const parts: ModelPart[] = [];
  for await (const part of model.stream({ ...request, signal: new AbortController().signal })) parts.push(part);
  return parts;
}
const lastBody = () => server.requests.at(-1)?.body;

it("speaks OpenAI's own dialect", async () => {
  await ask({ model: "gpt-4.1:eastus", promptCacheKey: "riley", promptCacheRetention: "24h" });
  expect(lastBody()).toMatchObject({
    ...{ model: "gpt-4.1", max_completion_tokens: 120, temperature: 0.3 },
    ...{ prompt_cache_key: "riley", prompt_cache_retention: "24h" },
  });
  for (const field of ["max_tokens", "reasoning_effort"]) expect(lastBody()).not.toHaveProperty(field);
});

it.each([
  ["gpt-5-mini", undefined, "minimal"],
  ["gpt-5-mini", "high", "high"],
  ["gpt-5.2", undefined, undefined],
  ["o3", undefined, "low"],
  ["gpt-4.1", "high", undefined],
])("lets %s with effort %s think: %s", async (model, reasoningEffort, sent) => {
  await ask({ model, ...(reasoningEffort && { reasoningEffort }) });
  expect(lastBody()?.reasoning_effort).toBe(sent);
  expect(lastBody()?.temperature).toBe(model === "gpt-4.1" ? 0.3 : undefined);
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
      ...{ region: "westus", models: ["gpt-4.1"], openAIKey: "azure-key", openAIEndpoint: new URL("/", server.url).origin },
      ...{ ocpApimSubscriptionKey: "gateway-key", ...changes },
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

  it("is not reached at an address of the server's own network", async () => {
    const before = server.requests.length;
    await expect(ask({}, { keys: {}, orgKeys: azure() })).rejects.toMatchObject({
      message: expect.stringMatching(/own network.*ALLOW_PRIVATE_ADDRESSES/),
    });
    expect(server.requests).toHaveLength(before);
  });
});
