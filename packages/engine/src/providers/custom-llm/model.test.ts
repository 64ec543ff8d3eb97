import { type Model, toOpenAiMessages } from "@callwright/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { ModelRequest } from "../../model/language-model.ts";
import { ProviderError } from "../../model/provider-error.ts";
import type { ProviderContext } from "../provider.ts";
import { createModel } from "../registry.ts";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "../testing/fake-model-server.ts";

const KEY = "sk-right-and-secret-0123456789";
let server: FakeOpenAiServer;
const consoleWrites = vi.spyOn(console, "warn").mockImplementation(() => undefined);
const consoleErrors = vi.spyOn(console, "error").mockImplementation(() => undefined);

beforeAll(async () => {
  server = await startFakeOpenAiServer({ apiKey: KEY });
});
afterAll(() => server.close());
afterEach(() => {
  expect(consoleWrites).not.toHaveBeenCalled();
  expect(consoleErrors).not.toHaveBeenCalled();
});

const request = (changes: Partial<ModelRequest> = {}): ModelRequest => ({
  history: [
    { type: "system", text: "You are Riley." },
    { type: "user", text: "Hello" },
    { type: "assistant", text: "Hello, how can I help?" },
    { type: "system", text: "The caller is a member." },
    { type: "user", text: "Are you open?" },
  ],
  tools: [],
  temperature: 0.3,
  maxTokens: 120,
  signal: new AbortController().signal,
  ...changes,
});

/** The words of a reply, and how it failed. */
async function ask(settings: Partial<Model> = {}, key = KEY, changes: Partial<ModelRequest> = {}) {
  const chosen: Model = { provider: "custom-llm", model: "tiny", url: server.url, ...settings };
  const model = await createModel(chosen, {
    keys: { [chosen.provider]: key },
    urls: { openai: server.url, "custom-llm": server.url },
    allowPrivateAddresses: true,
  });
  const words: unknown[] = [];
  try {
    for await (const part of model.stream(request(changes))) if (part.type === "text") words.push(part.text);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    expect(error.message).not.toContain(key);
    return { words, error };
  }
  return { words, error: undefined };
}

describe("an OpenAI-compatible model", () => {
  it("streams the words of the reply, and sends the conversation as it is", async () => {
    server.reply({ kind: "words", words: ["We", " are", " open."] });
    expect(await ask({ headers: { "x-shop": "7" } })).toEqual({ words: ["We", " are", " open."], error: undefined });
    const sent = server.requests.at(-1);
    expect(sent?.body).toMatchObject({
      model: "tiny",
      temperature: 0.3,
      max_tokens: 120,
      stream: true,
      messages: toOpenAiMessages(request().history),
    });
    expect(sent?.headers).toMatchObject({ authorization: `Bearer ${KEY}`, "x-shop": "7" });
  });

  it.each<Record<string, string>>([{}, { "custom-llm": "http://127.0.0.1:1/v1" }])(
    "keeps the key from a URL of another origin, own URL %j",
    async (urls) => {
      const model = await createModel(
        { provider: "custom-llm", model: "tiny", url: server.url },
        { keys: { "custom-llm": KEY }, urls, allowPrivateAddresses: true },
      );
      const words = async () => {
        for await (const _ of model.stream(request()));
      };
      await expect(words()).rejects.toMatchObject({ message: expect.stringContaining("refused the key") });
      expect(server.requests.at(-1)?.headers.authorization).toBeUndefined();
    },
  );

  it("takes a URL that names the endpoint itself", async () => {
    server.reply({ kind: "words", words: ["Yes."] });
    expect((await ask({ url: `${server.url}/chat/completions` })).words).toEqual(["Yes."]);
  });

  it.each([
    [400, false, /status 400.*too many words/],
    [404, false, /no model 'tiny'.*too many words/],
    [429, true, /limit of requests/],
    [500, true, /status 500/],
    [503, true, /status 503/],
  ])("tells status %i apart, retryable %s", async (status, retryable, message) => {
    server.reply({ kind: "error", status, message: `too many words ${KEY}` });
    const { error } = await ask();
    expect(error).toMatchObject({ provider: "custom-llm", part: "model", retryable });
    expect(error?.message).toMatch(message);
  });

  it("says what to do about a wrong key, without the key", async () => {
    const { error } = await ask({}, "sk-wrong-0123456789");
    expect(error).toMatchObject({ retryable: false });
    expect(error?.message).toBe(
      "custom-llm refused the key. Check the credential of custom-llm and the server it names, the key in the server's environment and the model's headers.",
    );
  });

  it("gives up on a server that hangs, before the first word and after it", async () => {
    server.reply({ kind: "hang-after", words: [] }, { kind: "hang-after", words: ["We"] });
    const silent = await ask({ timeoutSeconds: 0.2 });
    expect(silent.error).toMatchObject({ retryable: true, message: "custom-llm did not answer in 0.2 s." });
    // Long enough for the first word on a busy machine.
    const stopped = await ask({ timeoutSeconds: 1 });
    expect(stopped).toMatchObject({ words: ["We"], error: { retryable: true } });
  });

  it("fails when the connection breaks", async () => {
    server.reply({ kind: "break-after", words: ["We"] });
    expect(await ask()).toMatchObject({ words: ["We"], error: { retryable: true } });
  });

  it("names the address of a server that is not there", async () => {
    const { error } = await ask({ url: "http://127.0.0.1:1/v1" });
    expect(error).toMatchObject({ retryable: true });
    expect(error?.message).toContain("http://127.0.0.1:1");
  });

  it("ends quietly, and lets the server go, when the caller interrupts", async () => {
    server.reply({ kind: "hang-after", words: ["We", " are"] });
    const interruption = new AbortController();
    const before = server.abandoned;
    const model = await createModel(
      { provider: "custom-llm", model: "tiny", url: server.url },
      { keys: { "custom-llm": KEY }, urls: { "custom-llm": server.url } },
    );
    const words: unknown[] = [];
    for await (const part of model.stream(request({ signal: interruption.signal }))) {
      if (part.type === "text") words.push(part.text);
      if (words.length === 2) interruption.abort();
    }
    expect(words).toEqual(["We", " are"]);
    await expect.poll(() => server.abandoned).toBe(before + 1);
  });
});

it("closes the request of an answer that goes round in circles", async () => {
  const before = server.abandoned;
  server.reply({ kind: "hang-after", words: Array.from({ length: 4 }, () => "I hope you have a great day. ") });
  expect((await ask()).words.join("")).toBe("I hope you have a great day. I hope you have a great day.");
  await expect.poll(() => server.abandoned).toBe(before + 1);
});

describe("an address of the server's own network", () => {
  const streaming = async (context: Partial<ProviderContext>) => {
    const model = await createModel(
      { provider: "custom-llm", model: "tiny", url: server.url },
      { keys: {}, urls: {}, orgKeys: { "custom-llm": { apiKey: KEY } }, ...context },
    );
    const words: unknown[] = [];
    for await (const part of model.stream(request())) if (part.type === "text") words.push(part.text);
    return words;
  };

  it("is refused, saying what its operator can do", async () => {
    const before = server.requests.length;
    await expect(streaming({})).rejects.toMatchObject({
      retryable: false,
      message: expect.stringMatching(/own network.*LOCAL_MODEL_URLS.*ALLOW_PRIVATE_ADDRESSES=true/),
    });
    expect(server.requests).toHaveLength(before);
  });

  it("is reached when it is the operator's own, or allowed", async () => {
    server.reply({ kind: "words", words: ["Yes."] });
    expect(await streaming({ urls: { "custom-llm": server.url } })).toEqual(["Yes."]);
    expect(await streaming({ allowPrivateAddresses: true })).toEqual(["Yes."]);
  });
});

it("asks gpt-oss to think as little as it can, unless the server refuses that", async () => {
  server.reply(
    { kind: "words", words: ["Yes."] },
    { kind: "error", status: 422, message: "reasoning_effort: Extra inputs are not permitted" },
    { kind: "words", words: ["Yes."] },
  );
  const before = server.requests.length;
  expect((await ask({ model: "gpt-oss:20b" })).words).toEqual(["Yes."]);
  expect((await ask({ model: "gpt-oss:20b", metadataSendMode: "off" })).words).toEqual(["Yes."]);
  const sent = server.requests.slice(before).map(({ body }) => [body.reasoning_effort, body.max_tokens]);
  expect(sent).toEqual([
    ["low", 1144],
    ["low", 1144],
    [undefined, 1144],
  ]);
});

it("keeps to itself what an open model writes about its thoughts", async () => {
  server.reply({ kind: "words", words: ["<thi", "nk>The caller", " is polite.</th", "ink>We", " are open."] });
  expect((await ask()).words.join("")).toBe("We are open.");
});

describe("the conversation's data", () => {
  const conversation = {
    metadata: { shop: "7", model: "mine" },
    call: { id: "call-1" },
    customer: { number: "+15550100" },
  };
  /** Servers read the customer in the call and beside it. */
  const call = { ...conversation.call, customer: conversation.customer };
  const bodyWith = async (settings: Partial<Model>) => {
    const model = await createModel(
      { provider: "custom-llm", model: "tiny", url: server.url, ...settings },
      { keys: { "custom-llm": KEY }, urls: { "custom-llm": server.url }, conversation },
    );
    const words: string[] = [];
    for await (const part of model.stream(request())) if (part.type === "text") words.push(part.text);
    return { words, body: server.requests.at(-1)?.body ?? {} };
  };
  beforeAll(() => server.reply({ kind: "words", words: ["Yes."] }));

  it.each([
    [undefined, { ...conversation, call }],
    ["variable", { ...conversation, call }],
    ["destructured", { shop: "7", call, customer: conversation.customer, metadata: undefined }],
    ["off", { metadata: undefined, call: undefined, customer: undefined, shop: undefined }],
  ])("is sent as metadataSendMode %s says", async (metadataSendMode, sent) => {
    const { body } = await bodyWith(metadataSendMode ? { metadataSendMode } : {});
    const { metadata, customer, shop, model } = body;
    expect({ metadata, call: body.call, customer, shop, model }).toEqual({ shop: undefined, ...sent, model: "tiny" });
  });

  it("is left out for a server that refuses it, unless it was asked for", async () => {
    const before = server.requests.length;
    server.reply({ kind: "error", status: 400, message: "Unknown parameter: 'call'." }, { kind: "words", words: ["Yes."] });
    expect((await bodyWith({})).words).toEqual(["Yes."]);
    expect(server.requests.slice(before).map(({ body }) => "call" in body)).toEqual([true, false]);
    server.reply({ kind: "error", status: 400, message: "Unknown parameter: 'call'." }, { kind: "words", words: ["Yes."] });
    await expect(bodyWith({ metadataSendMode: "variable" })).rejects.toThrow("Unknown parameter");
  });
});
