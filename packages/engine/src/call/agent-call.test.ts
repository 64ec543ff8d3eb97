import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  APP_CHANNEL,
  ASSISTANT_DEFAULTS,
  type CallEventPayload,
  type CreateAssistant,
  ENDED_REASONS,
  TELEMETRY_CHANNEL,
} from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createConversation } from "../conversation/create-conversation.ts";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { createModel } from "../providers/registry.ts";
import { partsOf, QUIET_ASSISTANT, setUpCall, talk } from "../testing/fake-call.ts";
import { passUntil, stopTime } from "../testing/fake-time.ts";
import { onlyVoice } from "../testing/only-voice.ts";
import { ScriptedTts } from "../testing/scripted-tts.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
beforeEach(stopTime);
afterEach(() => {
  vi.useRealTimers();
});

const NEVER = new Promise<never>(() => {});

it("shows a broken template among the call's events", async () => {
  const parts = partsOf(QUIET_ASSISTANT);
  const { call, transport, told } = setUpCall(async ({ onTemplateProblem }) => {
    onTemplateProblem({ where: "prompt", message: "output not closed" });
    return parts;
  });
  await call.offer("v=0");
  transport.listener?.onConnected();
  await passUntil(() =>
    expect(told.events.find(({ type }) => type === "failure")?.payload).toMatchObject({
      part: "template",
      message: "The template in prompt is wrong: output not closed",
    }),
  );
  call.end("worker-shutdown");
});

describe("a caller who leaves", () => {
  it("hung up, unless the host's process stood still until just before", async () => {
    const well = await talk();
    well.transport.listener?.onClosed("hung-up");
    expect(await well.ended()).toEqual(["customer-ended-call"]);
    const starved = await talk();
    starved.stalled.ms += 12_000;
    starved.transport.listener?.onClosed("hung-up");
    expect(await starved.ended()).toEqual(["call.in-progress.error-vapifault-worker-died"]);
    // Waits for their last timers, which later tests would count.
    await passUntil(() => expect([well.told.released, starved.told.released]).toEqual([1, 1]));
  });
});

describe("a caller who connects", () => {
  it("and opens no channel does not keep the call", async () => {
    const { call, transport, told } = setUpCall(() => NEVER);
    void call.offer("v=0");
    transport.listener?.onConnected();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(told.ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told.ended).toEqual(["call.in-progress.error-vapifault-transport-never-connected"]);
    // Other files of the worker may have timers, too. Those of the call would end it a second time.
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(told.ended).toHaveLength(1);
    expect(told.released).toBe(1);
  });

  it("has the call's longest duration from then on", async () => {
    const { call, transport, told } = setUpCall(() => NEVER, { ...QUIET_ASSISTANT, maxDurationSeconds: 10 });
    void call.offer("v=0");
    transport.listener?.onConnected();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(told.ended).toEqual(["exceeded-max-duration"]);
  });
});

it("ends the call because the caller is lost, not because of the silence", async () => {
  const assistant = { ...QUIET_ASSISTANT, silenceTimeoutSeconds: 0.5 };
  const { call, transport, told } = setUpCall(async () => partsOf(assistant), assistant);
  // Sends at the moment in which the silence began to count: the silence is over before the call ends.
  const send = transport.sendText.bind(transport);
  transport.sendText = (channel, text) => {
    if (text === "listening") transport.listener?.onInterrupted(8_000);
    return send(channel, text);
  };
  await call.offer("v=0");
  transport.listener?.onConnected();
  transport.listener?.onChannelOpen(APP_CHANNEL);
  await passUntil(() => expect(told.ended).toEqual([ENDED_REASONS.customerEndedCall]));
});

describe("a connection that breaks off for a moment", () => {
  const GREETING = "How can I help you?";
  const greets: CreateAssistant = {
    ...QUIET_ASSISTANT,
    firstMessageMode: "assistant-speaks-first",
    firstMessage: GREETING,
    endCallPhrases: ["goodbye"],
  };
  const GOODBYE = JSON.stringify({ type: "add-message", message: { role: "user", content: "Thank you, goodbye." } });

  /** Every answer of the assistant is a goodbye of this length. */
  function farewell(spokenMs: number): ReturnType<typeof partsOf> {
    const model = {
      provider: "test",
      async *stream() {
        yield { type: "text" as const, text: "Goodbye!" };
      },
    };
    const conversation = createConversation({ assistant: greets, variableValues: {}, model, now: () => new Date(0) });
    return { ...partsOf(greets), conversation, voices: onlyVoice(new ScriptedTts(() => spokenMs)) };
  }

  it("before its channels open does not delay the first words", async () => {
    const { call, transport, told, said } = setUpCall(async () => farewell(50), greets);
    await call.offer("v=0");
    transport.listener?.onConnected();
    transport.listener?.onInterrupted(8_000);
    transport.listener?.onRestored();
    transport.listener?.onChannelOpen(APP_CHANNEL);
    await passUntil(() => expect(said()).toEqual([GREETING]));
    transport.listener?.onText(APP_CHANNEL, GOODBYE);
    await passUntil(() => expect(told.ended).toEqual(["assistant-said-end-call-phrase"]));
  });

  it("while the assistant says goodbye does not keep the call from its end", async () => {
    const { transport, told, ended } = await talk(greets, farewell(3_000));
    transport.listener?.onText(APP_CHANNEL, GOODBYE);
    const begins = { type: "speech.started", payload: { role: "assistant", turn: 1 } };
    await passUntil(() => expect(told.events).toContainEqual(expect.objectContaining(begins)));
    transport.listener?.onInterrupted(8_000);
    transport.listener?.onRestored();
    expect(await ended()).toEqual(["assistant-said-end-call-phrase"]);
  });
});

describe("the last words of a call", () => {
  it("have time to be heard on a bad network, after the page was told that the call has ended", async () => {
    const { call, transport, ended } = await talk();
    const words = { interruptionsEnabled: false, interruptAssistantEnabled: false, endCallAfterSpoken: true };
    call.control({ type: "say", message: "Goodbye.", ...words }, { userId: null, name: "Backend" });
    expect(await ended()).toEqual(["assistant-ended-call-after-message-spoken"]);
    expect(transport.silentBeforeCloseMs).toBeGreaterThanOrEqual(700);
  });

  it("are not waited for when the caller hangs up, or nothing was said", async () => {
    const hungUp = await talk();
    const words = { interruptionsEnabled: false, interruptAssistantEnabled: false, endCallAfterSpoken: false };
    hungUp.call.control({ type: "say", message: "A long story.", ...words }, { userId: null, name: "Backend" });
    await passUntil(() => expect(hungUp.transport.wasAudible).toBe(true));
    hungUp.transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "end-call" }));
    await hungUp.ended();
    expect(hungUp.transport.silentBeforeCloseMs).toBeLessThan(400);
  });
});

it("a call notes that its sound takes the websocket, and that it is back on WebRTC, once each", async () => {
  const { call, transports, connect, payloads, ended } = await talk();
  expect(payloads("caller.path")).toEqual([]);
  const websocket = { path: "websocket", reason: "connection-lost" } as const;
  for (const path of [websocket, websocket, undefined]) {
    await call.offer("v=0");
    const transport = transports.at(-1);
    if (transport) transport.path = path;
    connect();
  }
  call.end("worker-shutdown");
  await ended();
  expect(payloads("caller.path")).toEqual([websocket, { path: "webrtc" }]);
});

describe("a failure of the model", () => {
  const ORIGIN = "http://127.0.0.1:9";

  /** Asks a model that cannot be reached, and returns the client's error. */
  async function askInVain(isVisitor: boolean) {
    const parts = partsOf(QUIET_ASSISTANT);
    const model = await createModel(
      { provider: "custom-llm", model: "secret-model", url: `${ORIGIN}/v1` },
      { keys: {}, urls: {}, allowPrivateAddresses: true },
    );
    parts.conversation = createConversation({ assistant: QUIET_ASSISTANT, variableValues: {}, model, now: () => new Date(0) });
    const set = await talk(QUIET_ASSISTANT, parts, { isVisitor });
    set.transport.listener?.onChannelOpen(TELEMETRY_CHANNEL);
    set.transport.listener?.onText(
      APP_CHANNEL,
      JSON.stringify({ type: "add-message", message: { role: "user", content: "Hi" } }),
    );
    await passUntil(() => expect(set.said()).toEqual([ASSISTANT_DEFAULTS.failureMessage]));
    set.call.end("worker-shutdown");
    await passUntil(() => expect(set.told.released).toBe(1));
    const failures = set.transport.sent.filter((text) => text.includes('"failure"'));
    return { ...set, failures };
  }

  it("names the failed part to a visitor, but neither address nor model", async () => {
    const { told, transport, failures } = await askInVain(true);
    expect(failures).toEqual(['{"type":"failure","part":"model","message":"The assistant\'s model failed."}']);
    expect(transport.sent.join("\n")).not.toMatch(/127\.0\.0\.1|secret-model|custom-llm/);
    // The call's owner finds the reason in the call's log.
    expect(told.events.find(({ type }) => type === "failure")?.payload).toMatchObject({
      message: expect.stringContaining(ORIGIN),
    });
  });

  it("gives members of the organization the reason", async () => {
    expect((await askInVain(false)).failures).toEqual([expect.stringContaining(ORIGIN)]);
  });
});

it("has an event for an answer that was repaired, and goes on", async () => {
  const parts = partsOf(QUIET_ASSISTANT);
  const repaired = { what: "invented-turn", message: "The answer was ended there." } as const;
  const model: LanguageModel = {
    provider: "test",
    async *stream() {
      yield { type: "text", text: "Yes." };
      yield { type: "repaired", ...repaired };
    },
  };
  parts.conversation = createConversation({ assistant: QUIET_ASSISTANT, variableValues: {}, model, now: () => new Date(0) });
  const { transport, said, told, call } = await talk(QUIET_ASSISTANT, parts);
  transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "add-message", message: { role: "user", content: "Hi" } }));
  await passUntil(() => expect(said()).toEqual(["Yes."]));
  call.end("worker-shutdown");
  await passUntil(() => expect(told.released).toBe(1));
  expect(told.events.filter(({ type }) => type === "model.repaired").map(({ payload }) => payload)).toEqual([repaired]);
  expect(told.events.filter(({ type }) => type === "failure")).toEqual([]);
});

describe("what a caller writes", () => {
  it("is said as it is written, while a supervisor's words are a template", async () => {
    const { call, transport, said } = await talk();
    transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "say", message: "It is {{ secret }}." }));
    await passUntil(() => expect(said()).toEqual(["It is {{ secret }}."]));
    const words = { interruptionsEnabled: false, interruptAssistantEnabled: false, endCallAfterSpoken: false };
    call.control({ type: "say", message: "It was {{ secret }}.", ...words }, { userId: null, name: "Backend" });
    await passUntil(() => expect(said()).toEqual(["It is {{ secret }}.", "It was 1234."]));
    call.end("worker-shutdown");
  });

  it("waits until the pipeline is ready, and end-call does not", async () => {
    const set = setUpCall(async () => partsOf(QUIET_ASSISTANT));
    await set.call.offer("v=0");
    set.transport.listener?.onConnected();
    set.transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "say", message: "Early words." }));
    expect(set.told.ended).toEqual([]);
    set.transport.listener?.onChannelOpen(APP_CHANNEL);
    await passUntil(() => expect(set.said()).toEqual(["Early words."]));
    set.call.end("worker-shutdown");

    const ending = setUpCall(() => NEVER);
    void ending.call.offer("v=0");
    ending.transport.listener?.onConnected();
    ending.transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "end-call" }));
    await passUntil(() => expect(ending.told.ended).toEqual(["customer-ended-call"]));
  });

  it("is bounded: in waiting speeches, in a flood of messages, and in lines of the log", async () => {
    const { call, transport, told, said } = await talk();
    const write = (text: string) => transport.listener?.onText(APP_CHANNEL, text);
    for (let word = 0; word < 60; word++) write(JSON.stringify({ type: "say", message: `Word ${word}.` }));
    await passUntil(() => expect(said()).toContain("Word 59."));
    expect(said()).toHaveLength(21);
    for (let count = 0; count < 1000; count++) write("garbage");
    expect(told.logs).toEqual([
      "A message of 7 characters could not be understood.",
      "The client sends too many messages; some are dropped.",
    ]);
    expect(told.ended).toEqual([]);
    call.end("worker-shutdown");
  });

  it("ends this call alone when it cannot be handled", async () => {
    const parts = partsOf(QUIET_ASSISTANT);
    parts.conversation.add = () => {
      throw new Error("broken");
    };
    const { transport, told } = await talk(QUIET_ASSISTANT, parts);
    const message = { type: "add-message", message: { role: "system", content: "x" }, triggerResponseEnabled: false };
    expect(() => transport.listener?.onText(APP_CHANNEL, JSON.stringify(message))).not.toThrow();
    await passUntil(() => expect(told.ended).toEqual(["pipeline-error"]));
  });
});

describe("the recording", () => {
  it("holds all of what was said, when it left at once because the process had stood still", async () => {
    const folder = await mkdtemp(join(tmpdir(), "callwright-recording-"));
    const recordingPath = join(folder, "call.wav");
    try {
      const parts = partsOf(QUIET_ASSISTANT);
      parts.voices = onlyVoice(new ScriptedTts(() => 3_000));
      const { call, transport, told, said, stalled } = await talk(QUIET_ASSISTANT, parts, { recordingPath });
      const started = () => told.events.some(({ type }) => type === "speech.started");
      transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "say", message: "Hello." }));
      await passUntil(() => expect(started()).toBe(true));
      stalled.ms += 4_000;
      await passUntil(() => expect(said()).toEqual(["Hello."]));
      call.end("worker-shutdown");
      await passUntil(() => expect(told.released).toBe(1));
      const spoken = told.events.find(({ type }) => type === "assistant.said")?.payload as CallEventPayload<"assistant.said">;
      const wav = await readFile(recordingPath);
      const soundAt = (ms: number) => wav.readInt16LE(44 + Math.round((ms * SAMPLE_RATE) / 1000) * 4 + 2);
      const silent = Array.from({ length: 29 }, (_, step) => spoken.startMs + (step + 0.5) * 100).filter(
        (ms) => soundAt(ms) === 0,
      );
      expect(silent).toEqual([]);
      expect(spoken.endMs - spoken.startMs).toBe(3_000);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe("the end", () => {
  it("is reported, and the call released, even when a step of closing fails", async () => {
    const { call, transport, told } = await talk();
    transport.stats = () => NEVER;
    transport.close = () => {
      throw new Error("closed already");
    };
    call.end("worker-shutdown");
    await passUntil(() => expect(told.released).toBe(1));
    expect(told.ended).toEqual(["worker-shutdown"]);
    expect(told.events.at(-1)?.type).toBe("call.ended");
  });
});
