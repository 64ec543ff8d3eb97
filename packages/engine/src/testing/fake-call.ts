import { APP_CHANNEL, type CallEvent, type CreateAssistant } from "@callwright/contract";
import { vi } from "vitest";
import { AgentCall, type AgentCallOptions } from "../call/agent-call.ts";
import type { CallParts } from "../call/call-parts.ts";
import type { CallSpec } from "../call/call-spec.ts";
import { createConversation } from "../conversation/create-conversation.ts";
import { MediaClock } from "../media/media-clock.ts";
import { FakeTransport } from "./fake-transport.ts";
import { ScriptedTts } from "./scripted-tts.ts";

/** It waits for the user, and its calls do not load the local end-of-turn model. */
export const QUIET_ASSISTANT: CreateAssistant = {
  firstMessageMode: "assistant-waits-for-user",
  startSpeakingPlan: { smartEndpointingEnabled: false },
};

/** A model that says yes, and a voice that needs `soundMs` for each sentence. */
export function partsOf(assistant: CreateAssistant, soundMs = 50): CallParts {
  const model = {
    provider: "test",
    async *stream() {
      yield { type: "text" as const, text: "Yes." };
    },
  };
  const variableValues = { secret: "1234" };
  const conversation = createConversation({ assistant, variableValues, model, now: () => new Date(0) });
  const voice = { provider: "test", tts: new ScriptedTts(() => soundMs) };
  return { conversation, voice, fallbackVoice: async () => voice, transcriber: { hearing: "text" }, transcriberProvider: "test" };
}

/** A call without a host process and without WebRTC: every offer opens a `FakeTransport`. */
export function setUpCall(
  createParts: AgentCallOptions["createParts"],
  assistant = QUIET_ASSISTANT,
  fields: Partial<CallSpec> = {},
) {
  const told = { ended: [] as string[], messages: [] as string[], released: 0, logs: [] as string[], events: [] as CallEvent[] };
  const transport = new FakeTransport();
  /** One for each offer, the first is `transport`. */
  const transports: FakeTransport[] = [];
  /** The host's process stood still for so long, all in all. */
  const stalled = { ms: 0 };
  const now = () => performance.now() + stalled.ms;
  const call = new AgentCall({
    spec: { callId: "c", orgId: "o", assistant, variableValues: {}, ...fields },
    listener: {
      onJoined: () => {},
      onEvents: (events) => told.events.push(...events),
      onPartial: () => {},
      onEnded: ({ endedReason, message }) => {
        told.ended.push(endedReason);
        if (message) told.messages.push(message);
      },
    },
    mediaClock: new MediaClock(now),
    now,
    openTransport: async (_sdp, listener) => {
      const opened = transports.length === 0 ? transport : new FakeTransport();
      transports.push(opened);
      opened.listener = listener;
      return { transport: opened, answerSdp: "v=0" };
    },
    createParts,
    log: (_level, message) => told.logs.push(message),
    onReleased: () => {
      told.released += 1;
    },
  });
  const said = () => told.events.flatMap(({ type, payload }) => (type === "assistant.said" ? [payload.text] : []));
  /** The latest connection is made, and its channel opens. */
  const connect = () => {
    const listener = transports.at(-1)?.listener;
    listener?.onConnected();
    listener?.onChannelOpen(APP_CHANNEL);
  };
  return { call, transport, transports, connect, told, said, stalled };
}

/** A call in which both can speak. */
export async function talk(assistant = QUIET_ASSISTANT, parts = partsOf(assistant), fields: Partial<CallSpec> = {}) {
  const set = setUpCall(async () => parts, assistant, fields);
  await set.call.offer("v=0");
  set.connect();
  await vi.waitFor(() => set.transport.sent.includes("listening") || Promise.reject(new Error("the pipeline does not listen")), {
    timeout: 20_000,
  });
  const ended = async () => {
    await vi.waitFor(() => set.told.ended.length === 1 || Promise.reject(new Error("the call has not ended")), {
      timeout: 20_000,
    });
    return set.told.ended;
  };
  return { ...set, ended };
}
