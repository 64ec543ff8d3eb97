import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  APP_CHANNEL,
  type CallEvent,
  type CallEventPayload,
  type CreateAssistant,
  DEFAULT_FAILURE_MESSAGE,
  ENDED_REASONS,
  TELEMETRY_CHANNEL,
} from "@callwright/contract";
import { initializeLogger } from "@livekit/agents";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createConversation } from "../conversation/create-conversation.ts";
import { createModel } from "../providers/registry.ts";
import { AgentCall } from "./agent-call.ts";
import { SAMPLE_RATE } from "./audio-format.ts";
import type { CallSpec } from "./call-host-protocol.ts";
import type { CallParts } from "./call-parts.ts";
import { MediaClock } from "./media-clock.ts";
import { FakeTransport } from "./testing/fake-transport.ts";
import { ScriptedTts } from "./testing/scripted-tts.ts";

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));
afterEach(() => {
  vi.useRealTimers();
});

const NEVER = new Promise<never>(() => {});
const ASSISTANT: CreateAssistant = {
  firstMessageMode: "assistant-waits-for-user",
  // The local end-of-turn model is not loaded for a call that hears nothing.
  startSpeakingPlan: { smartEndpointingEnabled: false },
};

function partsOf(assistant: CreateAssistant): CallParts {
  const model = {
    provider: "test",
    async *stream() {
      yield "Yes.";
    },
  };
  const variableValues = { secret: "1234" };
  const conversation = createConversation({ assistant, variableValues, model, now: () => new Date(0) });
  const voice = { provider: "test", tts: new ScriptedTts(() => 50) };
  return { conversation, voice, fallbackVoice: async () => voice, transcriber: { hearing: "text" }, transcriberProvider: "test" };
}

function setUp(createParts: () => Promise<CallParts>, assistant = ASSISTANT, fields: Partial<CallSpec> = {}) {
  const told = { ended: [] as string[], released: 0, logs: [] as string[], events: [] as CallEvent[] };
  const transport = new FakeTransport();
  /** The host's process stood still for so long, all in all. */
  const stalled = { ms: 0 };
  const now = () => performance.now() + stalled.ms;
  const call = new AgentCall({
    spec: { callId: "c", orgId: "o", assistant, variableValues: {}, ...fields },
    listener: {
      onJoined: () => {},
      onEvents: (events) => told.events.push(...events),
      onPartial: () => {},
      onEnded: ({ endedReason }) => told.ended.push(endedReason),
    },
    mediaClock: new MediaClock(now),
    now,
    openTransport: async (_sdp, listener) => {
      transport.listener = listener;
      return { transport, answerSdp: "v=0" };
    },
    createParts,
    log: (_level, message) => told.logs.push(message),
    onReleased: () => {
      told.released += 1;
    },
  });
  const said = () => told.events.flatMap(({ type, payload }) => (type === "assistant.said" ? [payload.text] : []));
  return { call, transport, told, said, stalled };
}

/** A call in which both can speak. */
async function talk(assistant = ASSISTANT, parts = partsOf(assistant), fields: Partial<CallSpec> = {}) {
  const set = setUp(async () => parts, assistant, fields);
  await set.call.offer("v=0");
  set.transport.listener?.onConnected();
  set.transport.listener?.onChannelOpen(APP_CHANNEL);
  await expect.poll(() => set.transport.sent, { timeout: 20_000 }).toContain("listening");
  return set;
}

describe("a caller who connects", () => {
  it("and opens no channel does not keep the call", async () => {
    vi.useFakeTimers();
    const { call, transport, told } = setUp(() => NEVER);
    void call.offer("v=0");
    transport.listener?.onConnected();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(told.ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(told.ended).toEqual(["call.in-progress.error-vapifault-transport-never-connected"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has the call's longest duration from then on", async () => {
    vi.useFakeTimers();
    const { call, transport, told } = setUp(() => NEVER, { ...ASSISTANT, maxDurationSeconds: 10 });
    void call.offer("v=0");
    transport.listener?.onConnected();
    await vi.advanceTimersByTimeAsync(11_000);
    expect(told.ended).toEqual(["exceeded-max-duration"]);
  });
});

it("ends a call whose caller is lost for that reason, and not because nobody spoke meanwhile", async () => {
  const assistant = { ...ASSISTANT, silenceTimeoutSeconds: 0.5 };
  const { call, transport, told } = setUp(async () => partsOf(assistant), assistant);
  // In the moment in which silence begins to count: it is over before the caller is given up.
  const send = transport.sendText.bind(transport);
  transport.sendText = (channel, text) => {
    if (text === "listening") transport.listener?.onInterrupted();
    return send(channel, text);
  };
  await call.offer("v=0");
  transport.listener?.onConnected();
  transport.listener?.onChannelOpen(APP_CHANNEL);
  await expect.poll(() => told.ended, { timeout: 20_000 }).toEqual([ENDED_REASONS.customerEndedCall]);
});

describe("a failure of the model", () => {
  const ORIGIN = "http://127.0.0.1:9";

  /** Asks a model that is not there, and is told. */
  async function askInVain(isVisitor: boolean) {
    const parts = partsOf(ASSISTANT);
    const model = await createModel(
      { provider: "custom-llm", model: "secret-model", url: `${ORIGIN}/v1` },
      { keys: {}, urls: {}, allowPrivateAddresses: true },
    );
    parts.conversation = createConversation({ assistant: ASSISTANT, variableValues: {}, model, now: () => new Date(0) });
    const set = await talk(ASSISTANT, parts, { isVisitor });
    set.transport.listener?.onChannelOpen(TELEMETRY_CHANNEL);
    set.transport.listener?.onText(
      APP_CHANNEL,
      JSON.stringify({ type: "add-message", message: { role: "user", content: "Hi" } }),
    );
    await expect.poll(set.said, { timeout: 20_000 }).toEqual([DEFAULT_FAILURE_MESSAGE]);
    set.call.end("worker-shutdown");
    await expect.poll(() => set.told.released, { timeout: 20_000 }).toBe(1);
    const failures = set.transport.sent.filter((text) => text.includes('"failure"'));
    return { ...set, failures };
  }

  it("tells a visitor which part failed, and neither address nor model", async () => {
    const { told, transport, failures } = await askInVain(true);
    expect(failures).toEqual(['{"type":"failure","part":"model","message":"The assistant\'s model failed."}']);
    expect(transport.sent.join("\n")).not.toMatch(/127\.0\.0\.1|secret-model|custom-llm/);
    // Its owner reads in the call's log why it failed.
    expect(told.events.find(({ type }) => type === "failure")?.payload).toMatchObject({
      message: expect.stringContaining(ORIGIN),
    });
  });

  it("tells somebody of the organisation why", async () => {
    expect((await askInVain(false)).failures).toEqual([expect.stringContaining(ORIGIN)]);
  });
});

describe("what a caller writes", () => {
  it("is said as it is written, while a supervisor's words are a template", async () => {
    const { call, transport, said } = await talk();
    transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "say", message: "It is {{ secret }}." }));
    await expect.poll(said, { timeout: 20_000 }).toEqual(["It is {{ secret }}."]);
    const words = { interruptionsEnabled: false, interruptAssistantEnabled: false, endCallAfterSpoken: false };
    call.control({ type: "say", message: "It was {{ secret }}.", ...words }, { userId: null, name: "Backend" });
    await expect.poll(said, { timeout: 20_000 }).toEqual(["It is {{ secret }}.", "It was 1234."]);
    call.end("worker-shutdown");
  });

  it("waits until the pipeline is ready, and end-call does not", async () => {
    const set = setUp(async () => partsOf(ASSISTANT));
    await set.call.offer("v=0");
    set.transport.listener?.onConnected();
    set.transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "say", message: "Early words." }));
    expect(set.told.ended).toEqual([]);
    set.transport.listener?.onChannelOpen(APP_CHANNEL);
    await expect.poll(set.said, { timeout: 20_000 }).toEqual(["Early words."]);
    set.call.end("worker-shutdown");

    const ending = setUp(() => NEVER);
    void ending.call.offer("v=0");
    ending.transport.listener?.onConnected();
    ending.transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "end-call" }));
    await expect.poll(() => ending.told.ended).toEqual(["customer-ended-call"]);
  });

  it("is bounded: in what waits to be said, in a flood of messages, and in what the log is told", async () => {
    const { call, transport, told, said } = await talk();
    const write = (text: string) => transport.listener?.onText(APP_CHANNEL, text);
    for (let word = 0; word < 60; word++) write(JSON.stringify({ type: "say", message: `Word ${word}.` }));
    await expect.poll(said, { timeout: 30_000 }).toContain("Word 59.");
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
    const parts = partsOf(ASSISTANT);
    parts.conversation.add = () => {
      throw new Error("broken");
    };
    const { transport, told } = await talk(ASSISTANT, parts);
    const message = { type: "add-message", message: { role: "system", content: "x" }, triggerResponseEnabled: false };
    expect(() => transport.listener?.onText(APP_CHANNEL, JSON.stringify(message))).not.toThrow();
    await expect.poll(() => told.ended, { timeout: 20_000 }).toEqual(["pipeline-error"]);
  });
});

describe("the recording", () => {
  it("holds all of what was said, when it left at once because the process had stood still", async () => {
    const folder = await mkdtemp(join(tmpdir(), "callwright-recording-"));
    const recordingPath = join(folder, "call.wav");
    try {
      const parts = partsOf(ASSISTANT);
      parts.voice = { provider: "test", tts: new ScriptedTts(() => 3_000) };
      const { call, transport, told, said, stalled } = await talk(ASSISTANT, parts, { recordingPath });
      const started = () => told.events.some(({ type }) => type === "speech.started");
      transport.listener?.onText(APP_CHANNEL, JSON.stringify({ type: "say", message: "Hello." }));
      await expect.poll(started, { timeout: 20_000 }).toBe(true);
      stalled.ms += 4_000;
      await expect.poll(said, { timeout: 20_000 }).toEqual(["Hello."]);
      call.end("worker-shutdown");
      await expect.poll(() => told.released, { timeout: 20_000 }).toBe(1);
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
  it("is told, and the call released, whatever fails on the way", async () => {
    const { call, transport, told } = await talk();
    transport.stats = () => NEVER;
    transport.close = () => {
      throw new Error("closed already");
    };
    call.end("worker-shutdown");
    await expect.poll(() => told.released, { timeout: 20_000 }).toBe(1);
    expect(told.ended).toEqual(["worker-shutdown"]);
    expect(told.events.at(-1)?.type).toBe("call.ended");
  });
});
