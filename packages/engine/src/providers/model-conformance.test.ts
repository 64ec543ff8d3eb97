import type { HistoryItem, ToolItem } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { ModelPart, ModelRequest, ModelTool } from "../model/language-model.ts";
import { ProviderError } from "../model/provider-error.ts";
import type { ProviderContext } from "./provider.ts";
import { createModel } from "./registry.ts";
import { type FakeModelServer, type FakeReply, startFakeModelServer } from "./testing/fake-model-server.ts";
import { fakeContext, MODEL_SERVICES, type ModelService } from "./testing/model-services.ts";

const KEY = "sk-right-and-secret-0123456789";
const PARIS = { id: "call_1", name: "get_weather", arguments: '{"city":"Paris"}' };
const ROME = { id: "call_2", name: "get_weather", arguments: '{"city":"Rome"}' };
const USAGE = { inputTokens: 120, cachedTokens: 100, outputTokens: 7 };

const WEATHER: ModelTool = {
  name: "get_weather",
  description: "Today's weather in a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  strict: false,
};
const PROMPT: HistoryItem = { type: "system", text: "You answer in one short sentence. For weather you call get_weather." };
const GREETING: HistoryItem = { type: "assistant", text: "Hello, how can I help?" };
const user = (text: string): HistoryItem => ({ type: "user", text });
const asked = (call: typeof PARIS, result: string): ToolItem => ({
  type: "tool",
  step: 1,
  call: { id: call.id, name: call.name, arguments: JSON.parse(call.arguments) as Record<string, unknown> },
  answer: { result, failed: false },
});

const request = (changes: Partial<ModelRequest> = {}): ModelRequest => ({
  history: [PROMPT, GREETING, user("Count from one to three.")],
  tools: [WEATHER],
  temperature: 0.3,
  maxTokens: 300,
  signal: new AbortController().signal,
  ...changes,
});

const consoleWrites = [vi.spyOn(console, "warn"), vi.spyOn(console, "error")];
afterEach(() => {
  for (const write of consoleWrites) expect(write).not.toHaveBeenCalled();
});

for (const service of MODEL_SERVICES) describe(service.name, () => conformance(service));

function conformance(service: ModelService): void {
  const { provider, dialect, model: modelName, callsTools = true, sentTokens = 300, takesTemperature = true } = service;
  const withTools = it.skipIf(!callsTools);
  let server: FakeModelServer;
  beforeAll(async () => {
    server = await startFakeModelServer(dialect, { apiKey: KEY });
  });
  afterAll(() => server.close());

  const contextOf = (key = KEY): ProviderContext => fakeContext(service, key, server.url);
  const parts = async (changes: Partial<ModelRequest> = {}, settings: object = {}, context = contextOf()) => {
    const model = await createModel({ provider, model: modelName, ...settings }, context);
    const all: ModelPart[] = [];
    try {
      for await (const part of model.stream(request(changes))) all.push(part);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      expect(error.message).not.toContain(KEY);
      expect(error).toMatchObject({ provider, part: "model" });
      return { all, error };
    }
    return { all, error: undefined };
  };
  const textOf = (all: readonly ModelPart[]) => all.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  const callsOf = (all: readonly ModelPart[]) =>
    all.flatMap((part) => (part.type === "tool-call" ? [JSON.parse(part.arguments) as unknown] : []));
  const failing = async (reply: FakeReply, settings: object = {}) => {
    server.reply(reply);
    const { all, error } = await parts({}, settings);
    return { words: textOf(all), message: error?.message, retryable: error?.retryable };
  };

  it("streams words in their order, and counts what it used", async () => {
    server.reply({ kind: "words", words: ["One", ", two", ", three."], usage: USAGE });
    const { all } = await parts();
    expect(textOf(all)).toBe("One, two, three.");
    const usage = all.at(-1);
    expect(usage).toMatchObject({ type: "usage", ...USAGE, firstTokenMs: expect.any(Number) });
    expect(usage?.type === "usage" && usage.inputTokens > 0 && usage.outputTokens > 0).toBe(true);
  });

  it("sends prompt, conversation, tools and settings", async () => {
    server.reply({ kind: "words", words: ["Yes."] });
    await parts();
    const { model, body } = server.requests.at(-1) ?? { body: {} };
    expect(model).toContain(modelName);
    const read = dialect.read(body);
    const temperature = takesTemperature ? 0.3 : undefined;
    expect(read).toMatchObject({ system: "text" in PROMPT ? PROMPT.text : "", maxTokens: sentTokens, temperature });
    expect(read.tools).toEqual(callsTools ? ["get_weather"] : []);
    expect(read.turns.slice(-2)).toEqual([
      { role: "assistant", text: "Hello, how can I help?" },
      { role: "user", text: "Count from one to three." },
    ]);
  });

  withTools("calls a tool, whose arguments come in pieces", async () => {
    server.reply({ kind: "words", words: ["Let me see.", PARIS] });
    const { all } = await parts({ history: [PROMPT, user("What is the weather in Paris?")] });
    expect(callsOf(all)).toEqual([{ city: "Paris" }]);
    expect(all.find(({ type }) => type === "tool-call")).toMatchObject({ name: "get_weather", id: expect.stringMatching(/./) });
  });

  withTools("calls several tools in one step", async () => {
    server.reply({ kind: "words", words: [PARIS, ROME] });
    const { all } = await parts({ history: [PROMPT, user("Compare the weather in Paris and Rome. Call get_weather for both.")] });
    expect(callsOf(all)).toEqual([{ city: "Paris" }, { city: "Rome" }]);
  });

  withTools("reads the answers of tools", async () => {
    server.reply({ kind: "words", words: ["Sunny and rainy."] });
    const history = [
      ...[PROMPT, GREETING, user("The weather in Paris and Rome?"), { type: "assistant", text: "One moment." } as const],
      ...[asked(PARIS, "It is sunny."), asked(ROME, "It rains.")],
    ];
    const { all } = await parts({ history });
    expect(textOf(all)).toMatch(/sunny/i);
    const { turns } = dialect.read(server.requests.at(-1)?.body ?? {});
    expect(turns.slice(-5)).toEqual([
      { role: "assistant", text: "One moment." },
      { role: "call", name: "get_weather", arguments: { city: "Paris" } },
      { role: "call", name: "get_weather", arguments: { city: "Rome" } },
      { role: "answer", result: "It is sunny." },
      { role: "answer", result: "It rains." },
    ]);
  });

  it("takes a note in the middle, and a conversation without a question", async () => {
    server.reply({ kind: "words", words: ["Yes."] });
    await parts({ history: [PROMPT, user("Hello"), { type: "system", text: "The caller is a member." }, GREETING] });
    const read = dialect.read(server.requests.at(-1)?.body ?? {});
    expect(JSON.stringify(read)).toContain("The caller is a member.");
    expect((await parts({ history: [PROMPT] })).error).toBeUndefined();
  });

  it("ends quietly, and closes the request, when the caller interrupts", async () => {
    server.reply({ kind: "hang-after", words: ["We", " are"] });
    const interruption = new AbortController();
    const before = server.abandoned;
    const model = await createModel({ provider, model: modelName }, contextOf());
    const words: string[] = [];
    for await (const part of model.stream(request({ signal: interruption.signal }))) {
      if (part.type === "text") words.push(part.text);
      if (words.join("") === "We are") interruption.abort();
    }
    expect(words.join("")).toBe("We are");
    await expect.poll(() => server.abandoned).toBe(before + 1);
  });

  it("says what to do about a wrong key, without the key", async () => {
    const wrong = "sk-wrong-and-secret-0123456789";
    const { error } = await parts({}, {}, contextOf(wrong));
    expect(error).toMatchObject({ retryable: false, message: expect.stringMatching(/key.*credential/) });
    expect(error?.message).not.toContain(wrong);
  });

  it.each([
    [401, false, /refused the key/],
    [403, false, /does not let this key use '.*It said: no \[key\]/],
    [404, false, /has no model '/],
    [429, true, /limit of requests/],
    [500, true, /status 500/],
  ])("tells status %i apart, retryable %s", async (status, retryable, message) => {
    const failure = await failing({ kind: "error", status, message: `no ${KEY}` });
    expect(failure).toEqual({ words: "", message: expect.stringMatching(message), retryable });
  });

  it("fails when the connection breaks, and when the service fails in the middle", async () => {
    expect(await failing({ kind: "break-after", words: ["We"] })).toMatchObject({ message: expect.stringMatching(/broke/) });
    const failed = await failing({ kind: "fail-after", words: ["We"], message: `overloaded ${KEY}` });
    expect(failed).toMatchObject({ words: "We", retryable: true, message: expect.stringMatching(/It said: overloaded \[key\]/) });
  });

  it("does not understand an answer that is no stream of events", async () => {
    expect(await failing({ kind: "nonsense" })).toMatchObject({ words: "", message: expect.stringMatching(/not understood/) });
  });

  it("gives up on a service that hangs, before the first word and after it", async () => {
    server.reply({ kind: "hang-after", words: [] }, { kind: "hang-after", words: ["We"] });
    const ended = await Promise.all([parts({}, { timeoutSeconds: 0.2 }), parts({}, { timeoutSeconds: 0.2 })]);
    for (const { all, error } of ended) {
      // On a busy machine, the word may be too late.
      expect(["", "We"]).toContain(textOf(all));
      expect(error).toMatchObject({ retryable: true, message: `${provider} did not answer in 0.2 s.` });
    }
  });
}
