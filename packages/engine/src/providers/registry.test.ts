import { MODEL_PROVIDERS, TRANSCRIBER_PROVIDERS, VOICE_PROVIDERS } from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { beforeAll, describe, expect, it } from "vitest";
import type { ProviderContext } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import { createModel, createTranscriber, createVoice } from "./registry.ts";

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
    expect((await createTranscriber(undefined, NOTHING_SET)).hearing).toBe("pocketsphinx");
  });
});

describe("a provider that this server cannot run", () => {
  const others = (ids: readonly string[], runs: readonly string[]) => ids.filter((id) => !runs.includes(id));

  it.each(others(MODEL_PROVIDERS, ["callwright", "custom-llm", "openai"]))("model %s", async (provider) => {
    const error = await errorOf(createModel({ provider: provider as "google", model: "x" }, NOTHING_SET));
    expect(error).toMatchObject({ provider, part: "model", retryable: false });
    expect(error.message).toMatch(/OPENAI_API_KEY/);
  });

  it.each(others(VOICE_PROVIDERS, ["callwright"]))("voice %s", async (provider) => {
    const error = await errorOf(createVoice({ provider: provider as "11labs", voiceId: "sarah" }, NOTHING_SET));
    expect(error).toMatchObject({ provider, part: "voice", retryable: false });
    expect(error.message).toMatch(/slt/);
  });

  it.each(others(TRANSCRIBER_PROVIDERS, ["callwright"]))("transcriber %s", async (provider) => {
    const error = await errorOf(createTranscriber({ provider: provider as "deepgram" }, NOTHING_SET));
    expect(error).toMatchObject({ provider, part: "transcriber", retryable: false });
    expect(error.message).toMatch(/pocketsphinx/);
  });
});

describe("fakes", () => {
  const model = { provider: "callwright", model: "fake-echo" } as const;
  const voice = { provider: "callwright", voiceId: "fake-tone" } as const;
  const transcriber = { provider: "callwright", model: "fake-instant" } as const;

  it("are there when the server allows them", async () => {
    const context = { ...NOTHING_SET, fakes: true };
    expect(await createVoice(voice, context)).toMatchObject({ model: "fake-tone" });
    expect((await createTranscriber(transcriber, context)).stt).toMatchObject({ model: "fake-instant" });
    const words: string[] = [];
    const request = {
      messages: [{ role: "user" as const, content: "hi" }],
      temperature: 0,
      maxTokens: 50,
      signal: new AbortController().signal,
    };
    for await (const word of (await createModel(model, context)).stream(request)) words.push(word);
    expect(words.join("")).toBe("You said: hi.");
  });

  it("are unknown names elsewhere", async () => {
    expect((await errorOf(createModel(model, NOTHING_SET))).message).toMatch(/no built-in model 'fake-echo'/);
    expect((await errorOf(createVoice(voice, NOTHING_SET))).message).toMatch(/no offline voice 'fake-tone'/);
    expect((await errorOf(createTranscriber(transcriber, NOTHING_SET))).message).toMatch(/no offline transcriber 'fake-instant'/);
  });

  it("refuse a name that is none of theirs", async () => {
    const error = await errorOf(createModel({ provider: "callwright", model: "fake-genius" }, { ...NOTHING_SET, fakes: true }));
    expect(error.message).toMatch(/no such fake model/);
  });
});
