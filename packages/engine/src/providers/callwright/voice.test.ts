import { initializeLogger, tts } from "@livekit/agents";
import { beforeAll, describe, expect, it } from "vitest";
import { trimSilence } from "../../media/wave.ts";
import { ProviderError } from "../../model/provider-error.ts";
import { synthesiseInWorker } from "./flite/flite-pool.ts";
import { FliteTts } from "./flite/flite-tts.ts";
import { synthesise } from "./flite/synthesise.ts";
import { builtInRecognizer } from "./moonshine/built-in-recognizer.ts";
import { createServerVoice } from "./voice.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "error" }));

/** The complete output of a stream for these texts. */
async function speak(voice: tts.TTS, ...texts: string[]) {
  const errors: Error[] = [];
  voice.on("error", ({ error }) => errors.push(error));
  const stream = voice.stream();
  for (const text of texts) stream.pushText(text);
  stream.endInput();
  const sounds: tts.SynthesizedAudio[] = [];
  for await (const sound of stream) if (sound !== tts.SynthesizeStream.END_OF_STREAM) sounds.push(sound);
  const samples = sounds.flatMap(({ frame }) => [...frame.data]);
  const transcript = sounds.flatMap(({ timedTranscripts }) => timedTranscripts ?? []);
  return { sounds, samples: Int16Array.from(samples), transcript, errors };
}

describe("an offline voice", () => {
  it("says what it is given, in words that can be recognized", async () => {
    const { samples, errors } = await speak(
      await createServerVoice({ provider: "callwright", voiceId: "kal16" }, {}),
      "We are open on ",
      "Saturday.",
    );
    expect(errors).toEqual([]);
    const sound = Float32Array.from(samples, (value) => value / 32_768);
    expect(await builtInRecognizer.recognize(sound, new AbortController().signal)).toMatch(/open on saturday/i);
  });

  it("times each phrase, and its texts put together are the text", async () => {
    const text = "On Saturday, we are open from eight. On Sunday, we are closed! Anything else?";
    const { sounds, samples, transcript } = await speak(new FliteTts("kal16"), ...text.split(/(?<= )/));
    expect(transcript.map((part) => part.text).join("")).toBe(`${text} `);
    for (const [index, { startTime = -1, endTime = -1 }] of transcript.entries()) {
      expect(startTime).toBeGreaterThanOrEqual(transcript[index - 1]?.endTime ?? 0);
      expect(endTime).toBeGreaterThan(startTime);
    }
    expect(transcript.at(-1)?.endTime).toBeCloseTo(samples.length / 16_000, 2);
    expect(sounds.map(({ final }) => final).indexOf(true)).toBe(sounds.length - 1);
  });

  it("begins with sound: flite's silent lead-in is gone", async () => {
    const { samples } = await speak(new FliteTts("slt"), "Hello.");
    expect(samples.slice(0, 16_000 / 20).some((sample) => Math.abs(sample) > 655)).toBe(true);
  });

  it("says nothing for what has no words", async () => {
    const { samples, errors } = await speak(new FliteTts("slt"), "… !? ", "🍰");
    expect(samples.some((sample) => sample !== 0)).toBe(false);
    expect(errors).toEqual([]);
  });

  it("stops at once when it is interrupted", async () => {
    const voice = new FliteTts("slt");
    const errors: Error[] = [];
    voice.on("error", ({ error }) => errors.push(error));
    const stream = voice.stream();
    stream.pushText("This is the first sentence. ".repeat(200));
    stream.endInput();
    let heard = 0;
    for await (const _ of stream) if (++heard === 5) stream.close();
    expect(heard).toBeLessThan(1000);
    expect(errors).toEqual([]);
  });

  it("reports a failure in the middle once, after what could be said", async () => {
    const failure = new ProviderError("No more.", { provider: "callwright", part: "voice", retryable: true });
    const voice = new FliteTts("slt", (voiceId, text, signal) =>
      text.includes("two") ? Promise.reject(failure) : synthesiseInWorker(voiceId, text, signal),
    );
    const { errors, samples } = await speak(voice, "Sentence one. ", "Sentence two. ", "Sentence three.");
    expect(errors).toEqual([failure]);
    expect(samples.length).toBeGreaterThan(0);
  });

  it("gives up a text that is not awaited any more", async () => {
    const abort = new AbortController();
    const waiting = [1, 2, 3].map(() => synthesiseInWorker("slt", "Hello.", abort.signal));
    abort.abort(new Error("gone"));
    expect(await Promise.allSettled(waiting)).toEqual(waiting.map(() => ({ status: "rejected", reason: new Error("gone") })));
    expect((await synthesiseInWorker("slt", "Hello.", new AbortController().signal)).samples.length).toBeGreaterThan(0);
  });
});

describe("silence around a sound", () => {
  it.each(["slt", "rms", "awb", "kal16"])("is trimmed from voice %s", async (voiceId) => {
    const whole = await synthesise(voiceId, "We are open.");
    const trimmed = trimSilence(whole);
    expect(trimmed.samples.length).toBeLessThan(whole.samples.length - 16_000 / 5);
    expect(Math.max(...trimmed.samples)).toBe(Math.max(...whole.samples));
  });

  it("keeps a sound that is never loud", () => {
    expect(trimSilence({ samples: new Int16Array(100), sampleRate: 16_000 }).samples).toHaveLength(100);
  });
});
