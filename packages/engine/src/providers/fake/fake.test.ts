import { initializeLogger, stt, tts } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { beforeAll, describe, expect, it } from "vitest";
import type { ModelPart, ModelRequest } from "../../model/language-model.ts";
import { ProviderError } from "../../model/provider-error.ts";
import { createFakeModel } from "./model.ts";
import { createFakeTranscriber } from "./transcriber.ts";
import { createFakeVoice } from "./voice.ts";

const provider = "callwright" as const;
beforeAll(() => initializeLogger({ pretty: false, level: "error" }));

describe("a fake model", () => {
  const request = (signal = new AbortController().signal): ModelRequest => ({
    history: [{ type: "user", text: "hello" }],
    tools: [],
    temperature: 0,
    maxTokens: 50,
    signal,
  });
  async function say(stream: AsyncIterable<ModelPart>): Promise<string> {
    let text = "";
    for await (const part of stream) if (part.type === "text") text += part.text;
    return text;
  }

  it("says what its name and settings say", async () => {
    const ask = (settings: Record<string, unknown> & { model: string }) =>
      say(createFakeModel({ provider, ...settings }).stream(request()));
    expect(await ask({ model: "fake-script", reply: "Goodbye." })).toBe("Goodbye.");
    expect(await ask({ model: "fake-slow", delayMs: 1 })).toBe("You said: hello.");
    expect(await ask({ model: "fake-long", sentences: 2 })).toBe("This is sentence number 1. This is sentence number 2.");
  });

  it("fails every time, or the first time only", async () => {
    const always = createFakeModel({ provider, model: "fake-fails" });
    await expect(say(always.stream(request()))).rejects.toBeInstanceOf(ProviderError);
    await expect(say(always.stream(request()))).rejects.toBeInstanceOf(ProviderError);
    const once = createFakeModel({ provider, model: "fake-fails-once", reply: "Well again." });
    await expect(say(once.stream(request()))).rejects.toMatchObject({ part: "model", retryable: true });
    expect(await say(once.stream(request()))).toBe("Well again.");
  });

  it("hangs until it is interrupted", async () => {
    const interruption = new AbortController();
    const silence = say(createFakeModel({ provider, model: "fake-hangs" }).stream(request(interruption.signal)));
    interruption.abort();
    expect(await silence).toBe("");
  });
});

describe("a fake voice", () => {
  async function speak(voice: tts.TTS) {
    const errors: Error[] = [];
    voice.on("error", ({ error }) => errors.push(error));
    const stream = voice.stream();
    stream.pushText("Hello. ");
    stream.endInput();
    let samples = 0;
    for await (const sound of stream) if (sound !== tts.SynthesizeStream.END_OF_STREAM) samples += sound.frame.samplesPerChannel;
    voice.removeAllListeners("error");
    return { samples, errors };
  }

  it("hums 60 ms for each character", async () => {
    const { samples, errors } = await speak(createFakeVoice({ provider, voiceId: "fake-tone" }));
    expect(errors).toEqual([]);
    expect(samples / 16).toBeGreaterThanOrEqual("Hello. ".length * 60);
  });

  it("fails the first time only", async () => {
    const voice = createFakeVoice({ provider, voiceId: "fake-fails-once" });
    expect(await speak(voice)).toMatchObject({ samples: 0, errors: [{ part: "voice" }] });
    expect((await speak(voice)).errors).toEqual([]);
  });
});

describe("a fake transcriber", () => {
  it("hears its texts in turn, whatever is said", async () => {
    const { stt: hearing } = createFakeTranscriber({ provider, model: "fake-instant", text: ["are you open", "thank you"] });
    const stream = hearing?.stream();
    const sound = (value: number) => {
      for (let frame = 0; frame < 40; frame++) stream?.pushFrame(new AudioFrame(new Int16Array(160).fill(value), 16_000, 1, 160));
    };
    for (let utterance = 0; utterance < 3; utterance++) {
      sound(3000);
      sound(0);
    }
    stream?.endInput();
    const finals: (string | undefined)[] = [];
    const partials: (string | undefined)[] = [];
    for await (const { type, alternatives } of stream ?? []) {
      if (type === stt.SpeechEventType.FINAL_TRANSCRIPT) finals.push(alternatives?.[0].text);
      if (type === stt.SpeechEventType.INTERIM_TRANSCRIPT) partials.push(alternatives?.[0].text);
    }
    expect(finals).toEqual(["are you open", "thank you", "thank you"]);
    expect(partials).toEqual(["are", "thank", "thank"]);
  });
});
