import { MODEL_PROVIDERS, TRANSCRIBER_PROVIDERS, type Transcriber, VOICE_PROVIDERS } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { beforeAll, describe, expect, it } from "vitest";
import { ProviderError } from "../model/provider-error.ts";
import { CLOSED_VOICES } from "./hosted-voice/services.ts";
import type { ProviderContext } from "./provider.ts";
import { providerVariable } from "./provider-key.ts";
import { createModel, createTranscriber, createVoice, KEY_PROVIDERS, keysOfParts, partProblem } from "./registry.ts";

const NOTHING_SET: ProviderContext = { keys: {}, urls: {} };

beforeAll(() => initializeLogger({ pretty: false, level: "error" }));

async function errorOf(created: Promise<unknown>): Promise<ProviderError> {
  const error = await created.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw new Error("No ProviderError");
}

describe("an assistant that names nothing", () => {
  it("runs offline", async () => {
    expect((await createModel(undefined, NOTHING_SET)).provider).toBe("callwright");
    expect(await createVoice(undefined, NOTHING_SET)).toMatchObject({ provider: "callwright", model: "slt" });
    expect((await createTranscriber(undefined, NOTHING_SET)).hearing).toBe("moonshine");
  });
});

describe("a provider that this server cannot run", () => {
  it.each([
    ["anyscale", /closed its public endpoints.*custom-llm/],
    ["vapi", /hosted platform/],
  ] as const)("model %s", async (provider, message) => {
    const error = await errorOf(createModel({ provider, model: "x" }, NOTHING_SET));
    expect(error).toMatchObject({ provider, part: "model", retryable: false, message: expect.stringMatching(message) });
  });

  it.each(Object.keys(CLOSED_VOICES))("voice %s", async (provider) => {
    const error = await errorOf(createVoice({ provider: provider as "vapi", voiceId: "x" }, NOTHING_SET));
    expect(error).toMatchObject({ provider, part: "voice", retryable: false, message: CLOSED_VOICES[provider] });
  });

  it("transcriber vapi", async () => {
    const error = await errorOf(createTranscriber({ provider: "vapi" }, NOTHING_SET));
    expect(error).toMatchObject({ provider: "vapi", part: "transcriber", retryable: false });
    expect(error.message).toMatch(/hosted platform/);
  });
});

it.each(MODEL_PROVIDERS.filter((id) => !["callwright", "custom-llm", "anyscale", "vapi"].includes(id)))(
  "the model of %s says where to put its key",
  async (provider) => {
    const error = await errorOf(createModel({ provider, model: "x" }, NOTHING_SET));
    const variable = `${provider.toUpperCase().replaceAll("-", "_")}_API_KEY`;
    expect(error).toMatchObject({ provider, retryable: false });
    expect(error.message).toBe(
      `${provider} needs a key. Add a credential of ${provider} with a valid key, or set ${variable} in the server's environment.`,
    );
  },
);

it.each(VOICE_PROVIDERS.filter((id) => !["callwright", "custom-voice", ...Object.keys(CLOSED_VOICES)].includes(id)))(
  "the voice of %s says where to put its key",
  async (provider) => {
    const error = await errorOf(createVoice({ provider, voiceId: "x" }, NOTHING_SET));
    expect(error).toMatchObject({ provider, part: "voice", retryable: false });
    expect(error.message).toContain(`set ${providerVariable(provider, "API_KEY")} in the server's environment`);
  },
);

it("names variables that a shell can export", () => {
  expect(providerVariable("11labs", "API_KEY")).toBe("ELEVENLABS_API_KEY");
  for (const provider of KEY_PROVIDERS) expect(providerVariable(provider, "API_KEY")).toMatch(/^[A-Z]/);
});

it.each(TRANSCRIBER_PROVIDERS.filter((id) => !["callwright", "custom-transcriber", "vapi"].includes(id)))(
  "the transcriber of %s says where to put its key",
  async (provider) => {
    const error = await errorOf(createTranscriber({ provider }, NOTHING_SET));
    expect(error).toMatchObject({ provider, part: "transcriber", retryable: false });
    expect(error.message).toMatch(/^\S+ needs a key\. Add a credential of /);
  },
);

describe("an offline part that there is not", () => {
  it.each([
    ["model", { provider: "callwright", model: "gpt" }, /no built-in model 'gpt'/],
    ["voice", { provider: "callwright", voiceId: "sarah" }, /slt, rms, awb, kal16/],
    ["transcriber", { provider: "callwright", model: "nova-2" }, /auto, moonshine, browser/],
    ["transcriber", { provider: "cartesia", model: "ink-2", language: "de" }, /English only, not 'de'. Choose ink-whisper/],
    ["voice", { provider: "custom-voice", server: {} }, /needs voice.server.url/],
    ["voice", { provider: "custom-voice", server: { url: "wss://voice.example" } }, /https:/],
    ["transcriber", { provider: "custom-transcriber", server: {} }, /transcriber.server.url/],
    ["transcriber", { provider: "custom-transcriber", server: { url: "https://ears.example" } }, /wss:/],
  ] as const)("%s", (part, settings, problem) => {
    expect(partProblem(part, settings as never, {})).toMatch(problem);
  });
});

it("picks the keys that an assistant's parts take", () => {
  const keys = { openai: "a", "custom-llm": "b", "11labs": "c", callwright: "d" };
  expect(keysOfParts({ model: { provider: "openai", model: "gpt-4.1" } }, keys)).toEqual({ openai: "a" });
  expect(keysOfParts({ voice: { provider: "11labs", voiceId: "sarah" } }, keys)).toEqual({ "11labs": "c" });
  const fallbackPlan = { voices: [{ provider: "openai" as const, voiceId: "nova" }] };
  expect(keysOfParts({ voice: { provider: "callwright", voiceId: "slt", fallbackPlan } }, keys)).toEqual({ openai: "a" });
  const transcribers: Transcriber[] = [{ provider: "deepgram" }, { provider: "callwright" }];
  const plan: Transcriber = { provider: "11labs", fallbackPlan: { transcribers } };
  expect(keysOfParts({ transcriber: plan }, { ...keys, deepgram: "e" })).toEqual({ "11labs": "c", deepgram: "e" });
  expect(keysOfParts({}, keys)).toEqual({});
});

describe("fakes", () => {
  const model = { provider: "callwright", model: "fake-echo" } as const;
  const voice = { provider: "callwright", voiceId: "fake-tone" } as const;
  const transcriber = { provider: "callwright", model: "fake-instant" } as const;

  it("are there when the server allows them", async () => {
    const context = { ...NOTHING_SET, fakes: true };
    expect(await createVoice(voice, context)).toMatchObject({ model: "fake-tone" });
    expect((await createTranscriber(transcriber, context)).stt).toMatchObject({ model: "fake-instant" });
    let said = "";
    const request = {
      history: [{ type: "user" as const, text: "hi" }],
      tools: [],
      temperature: 0,
      maxTokens: 50,
      signal: new AbortController().signal,
    };
    for await (const part of (await createModel(model, context)).stream(request)) if (part.type === "text") said += part.text;
    expect(said).toBe("You said: hi.");
  });

  it("are unknown names elsewhere", async () => {
    expect((await errorOf(createModel(model, NOTHING_SET))).message).toMatch(/no built-in model 'fake-echo'/);
    expect((await errorOf(createVoice(voice, NOTHING_SET))).message).toMatch(/no offline voice 'fake-tone'/);
    expect((await errorOf(createTranscriber(transcriber, NOTHING_SET))).message).toMatch(/no offline transcriber 'fake-instant'/);
  });

  it("refuse a name that is not theirs", async () => {
    const error = await errorOf(createModel({ provider: "callwright", model: "fake-genius" }, { ...NOTHING_SET, fakes: true }));
    expect(error.message).toMatch(/no such fake model/);
  });
});
