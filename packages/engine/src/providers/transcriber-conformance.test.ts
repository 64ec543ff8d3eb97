import { addUsages, type Usage } from "@callwright/contract";
import { initializeLogger, stt } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ProviderError } from "../model/provider-error.ts";
import { synthesise } from "./callwright/flite/synthesise.ts";
import { createTranscriber } from "./registry.ts";
import { type FakeHearing, type FakeTranscriberServer, startFakeTranscriberServer } from "./testing/fake-transcriber-server.ts";
import { fakeTranscriber, TRANSCRIBER_SERVICES, type TranscriberService } from "./testing/transcriber-services.ts";

const KEY = "sk-right-and-secret-0123456789";
const RATE = 16_000;
const FRAME_SAMPLES = RATE / 100;
const QUESTION = "What are your opening hours on Saturday?";
const THANKS = "Thank you very much.";
const SECOND = new Int16Array(RATE);
const NO_RETRY = { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 5_000 };

const consoleWrites = [vi.spyOn(console, "warn"), vi.spyOn(console, "error")];
beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
afterEach(() => {
  vi.useRealTimers();
  for (const write of consoleWrites) expect(write).not.toHaveBeenCalled();
});

for (const service of TRANSCRIBER_SERVICES) describe(service.name, () => conformance(service));

function conformance(service: TranscriberService): void {
  const { provider, streaming, byUtterance } = service;
  let server: FakeTranscriberServer;
  beforeAll(async () => {
    const dialects = streaming ? { streaming } : byUtterance && { byUtterance };
    if (!dialects) throw new Error("A service has a dialect.");
    server = await startFakeTranscriberServer(dialects, KEY);
  });
  afterAll(() => server.close());

  async function listen(key = KEY) {
    const { settings, context } = fakeTranscriber(service, key, server.url);
    const used: Usage[] = [];
    const onUsage = (usage: Usage) => used.push(usage);
    const created = await createTranscriber(settings, { ...context, onUsage });
    const hearing = created.stt;
    if (!hearing) throw new Error("It hears on the server.");
    const errors: Error[] = [];
    hearing.on("error", ({ error }) => errors.push(error));
    const stream = hearing.stream({ connOptions: NO_RETRY });
    const interims: string[] = [];
    const finals: stt.SpeechData[] = [];
    let usedSeconds = 0;
    const ended = (async () => {
      for await (const { type, alternatives, recognitionUsage } of stream) {
        usedSeconds += recognitionUsage?.audioDuration ?? 0;
        const words = alternatives?.[0];
        if (words && type === stt.SpeechEventType.INTERIM_TRANSCRIPT) interims.push(words.text);
        if (words && type === stt.SpeechEventType.FINAL_TRANSCRIPT) finals.push(words);
      }
    })();
    const push = (...sounds: readonly Int16Array[]) => {
      for (const sound of sounds)
        for (let start = 0; start + FRAME_SAMPLES <= sound.length; start += FRAME_SAMPLES)
          stream.pushFrame(new AudioFrame(sound.slice(start, start + FRAME_SAMPLES), RATE, 1, FRAME_SAMPLES));
    };
    const texts = () => finals.map(({ text }) => text);
    return {
      hearing,
      stream,
      errors,
      interims,
      finals,
      texts,
      ended,
      push,
      used: () => usedSeconds,
      counted: () => addUsages(used),
    };
  }

  /** What a caller's question leads to when the service fails. */
  async function failing(hearing: FakeHearing, key = KEY) {
    server.do(hearing);
    const { stream, errors, ended, push } = await listen(key);
    push(SECOND, await spoken(QUESTION), SECOND);
    await ended;
    stream.close();
    const [error] = errors;
    expect(error).toBeInstanceOf(ProviderError);
    expect(error?.message).not.toContain(KEY);
    expect(error).toMatchObject({ provider, part: "transcriber" });
    return error as ProviderError;
  }

  it("hears two utterances in their order, as they grow, and counts what it used", async () => {
    server.do({ kind: "hears", texts: [QUESTION, THANKS] });
    const heard = await listen();
    const question = await spoken(QUESTION);
    heard.push(SECOND, question, SECOND);
    await expect.poll(() => heard.texts().join(" "), { timeout: 20_000 }).toMatch(/saturday/i);
    heard.push(await spoken(THANKS), SECOND);
    heard.stream.endInput();
    await heard.ended;
    expect(heard.errors).toEqual([]);
    expect(heard.texts().join(" ")).toMatch(/saturday.*thank you/i);
    expect(heard.used()).toBeGreaterThan(question.length / RATE);
    expect(heard.counted()).toEqual([
      { part: "transcriber", provider, model: expect.stringMatching(/./), amounts: { seconds: expect.closeTo(heard.used(), 1) } },
    ]);
    expect(heard.texts()).toEqual([QUESTION, THANKS]);
    if (streaming) expect(heard.interims).toEqual(expect.arrayContaining(["What", "What are", "Thank", "Thank you"]));
    else expect(heard.interims).toEqual([]);
    expect(heard.used()).toBeCloseTo(server.heardSeconds, 0);
    expect(heard.finals[0]?.language.slice(0, 2)).toMatch(/^(en|)$/);
    const confidence = (streaming ?? byUtterance)?.tellsConfidence ? expect.closeTo(0.9, 2) : 0;
    expect(heard.finals[0]?.confidence).toEqual(confidence);
  });

  it("has the last words when the sound ends in the middle of them", async () => {
    server.do({ kind: "hears", texts: [QUESTION] });
    const { stream, ended, texts, push } = await listen();
    push(SECOND, await spoken(QUESTION));
    stream.endInput();
    await ended;
    // The service has no message for the end of the sound.
    if (provider !== "talkscriber" && provider !== "custom-transcriber") expect(texts()).toEqual([QUESTION]);
  });

  it("ends quietly, and closes its connection, when the call ends", async () => {
    server.do({ kind: "hears", texts: [QUESTION] });
    const { stream, errors, ended, push, interims } = await listen();
    push(SECOND, await spoken(QUESTION));
    if (streaming) await expect.poll(() => interims.length).toBeGreaterThan(0);
    stream.close();
    await ended;
    await expect.poll(() => server.openConnections).toBe(0);
    expect(errors).toEqual([]);
  });

  it("says what to do about a wrong key, without the key", async () => {
    const wrong = "sk-wrong-and-secret-0123456789";
    server.do({ kind: "hears", texts: [QUESTION] });
    const { errors, ended, push } = await listen(wrong);
    push(SECOND, await spoken(QUESTION), SECOND);
    await ended;
    expect(errors[0]).toMatchObject({ provider, part: "transcriber", retryable: false });
    expect(errors[0]?.message).toMatch(/refused the key|does not let this key/);
    expect(errors[0]?.message).not.toContain(wrong);
  });

  it.each([
    [403, false, /does not let this key use '.*It said: no \[key\]/],
    [429, true, /limit of requests/],
    [500, true, /status 500/],
  ] as const)("tells status %i apart, retryable %s", async (status, retryable, message) => {
    const error = await failing({ kind: "refuses", status, message: `no ${KEY}` });
    // Not every protocol has a code for each failure.
    const isTold = error.message === `${provider} failed. It said: no [key]`;
    expect(error.message).toMatch(isTold ? /./ : message);
    expect(error.retryable).toBe(isTold ? true : retryable);
  });

  it("fails when the connection breaks", async () => {
    const error = await failing({ kind: "breaks" });
    expect(error).toMatchObject({ retryable: true, message: expect.stringMatching(/broke|could not be reached/) });
  });

  it("fails on a message that the service does not document", async () => {
    const error = await failing({ kind: "talks-nonsense" });
    expect(error).toMatchObject({ retryable: true, message: `${provider} sent an answer that is not understood.` });
  });

  it("gives up on a service that does not answer", async () => {
    server.do({ kind: "hangs" });
    const before = server.addresses.length;
    const question = await spoken(QUESTION);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { errors, ended, push } = await listen();
    push(SECOND, question, SECOND);
    await expect.poll(() => server.addresses.length).toBe(before + 1);
    expect(errors).toEqual([]);
    vi.advanceTimersByTime(10_000);
    await ended;
    expect(errors[0]?.message).toMatch(new RegExp(`^${provider} did not answer in (5|10) s.$`));
  });
}

const sounds = new Map<string, Promise<Int16Array>>();

function spoken(text: string): Promise<Int16Array> {
  const sound = sounds.get(text) ?? synthesise("slt", text).then(({ samples }) => samples);
  sounds.set(text, sound);
  return sound;
}
