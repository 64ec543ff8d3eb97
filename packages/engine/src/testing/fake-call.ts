import {
  APP_CHANNEL,
  type CallEvent,
  type CallEventPayload,
  type CallEventType,
  type ClientMessageInput,
  type ClientTelemetry,
  type CreateAssistant,
  LISTENING,
  type PartialLine,
  TELEMETRY_CHANNEL,
} from "@callwright/contract";
import { expect } from "vitest";
import { AgentCall } from "../call/agent-call.ts";
import type { AgentCallOptions } from "../call/agent-call-options.ts";
import { type CallParts, createCallParts, soundFileChain } from "../call/call-parts.ts";
import type { CallSpec } from "../call/call-spec.ts";
import type { CallTools } from "../call/call-tools.ts";
import type { DialOrder } from "../call/phone/call-transfer.ts";
import type { ConversationOptions } from "../conversation/conversation.ts";
import { createConversation } from "../conversation/create-conversation.ts";
import { MediaClock } from "../media/media-clock.ts";
import { passUntil } from "./fake-time.ts";
import { FakeTransport } from "./fake-transport.ts";
import { onlyVoice } from "./only-voice.ts";
import { hearingBy } from "./scripted-stt.ts";
import { ScriptedTts } from "./scripted-tts.ts";

/** It waits for the user, and its calls do not load the local end-of-turn model. */
export const QUIET_ASSISTANT: CreateAssistant = {
  firstMessageMode: "assistant-waits-for-user",
  startSpeakingPlan: { smartEndpointingEnabled: false },
};

/** A model that answers yes, and a voice that needs `soundMs` for each sentence. */
export function partsOf(
  assistant: CreateAssistant,
  soundMs = 50,
  more: Pick<Partial<ConversationOptions>, "model" | "tools"> = {},
): CallParts {
  const model = {
    provider: "test",
    async *stream() {
      yield { type: "text" as const, text: "Yes." };
    },
  };
  const variableValues = { secret: "1234" };
  const conversation = createConversation({ assistant, variableValues, model, now: () => new Date(0), ...more });
  const voices = onlyVoice(new ScriptedTts(() => soundMs));
  const soundFile = (url: string) => soundFileChain(url, { allowPrivateAddresses: true });
  return { conversation, voices, soundFile, ...hearingBy() };
}

/** A call without a host process and without WebRTC: every offer opens a `FakeTransport`. */
export function setUpCall(
  createParts: AgentCallOptions["createParts"],
  assistant = QUIET_ASSISTANT,
  fields: Partial<CallSpec> = {},
  tools?: CallTools,
  random?: () => number,
  createTalkParts: AgentCallOptions["createTalkParts"] = () => Promise.reject(new Error("there is no transfer assistant")),
) {
  const told = {
    ended: [] as string[],
    messages: [] as string[],
    released: 0,
    logs: [] as string[],
    events: [] as CallEvent[],
    partials: [] as PartialLine[],
    dialed: [] as DialOrder[],
    operatorsHungUp: 0,
  };
  const transport = new FakeTransport();
  /** One for each offer, the first is `transport`. */
  const transports: FakeTransport[] = [];
  /** The host's process stood still for so long, all in all. */
  const stalled = { ms: 0 };
  const now = () => performance.now() + stalled.ms;
  const call = new AgentCall({
    spec: { callId: "c", orgId: "o", assistant, variableValues: {}, ...fields },
    ...(tools && { tools }),
    ...(random && { random }),
    listener: {
      onJoined: () => {},
      onEvents: (events) => told.events.push(...events),
      onPartial: (lines) => told.partials.push(...lines),
      onDial: (order) => told.dialed.push(order),
      onHangUpOperator: () => {
        told.operatorsHungUp += 1;
      },
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
    allowPrivateAddresses: true,
    createTalkParts,
    log: (_level, message) => told.logs.push(message),
    onReleased: () => {
      told.released += 1;
    },
  });
  const payloads = <Type extends CallEventType>(type: Type) =>
    told.events.filter((event) => event.type === type).map(({ payload }) => payload as CallEventPayload<Type>);
  const said = () => payloads("assistant.said").map(({ text }) => text);
  /** The latest connection is made, and its channel opens. */
  const connect = () => {
    const listener = transports.at(-1)?.listener;
    listener?.onConnected();
    listener?.onChannelOpen(APP_CHANNEL);
  };
  return { call, transport, transports, connect, told, payloads, said, stalled };
}

/** A call in which both can speak, in stopped time. */
export async function talk(assistant = QUIET_ASSISTANT, parts = partsOf(assistant), fields: Partial<CallSpec> = {}) {
  const set = setUpCall(async () => parts, assistant, fields);
  await set.call.offer("v=0");
  set.connect();
  await passUntil(() => expect(set.transport.sent).toContain(LISTENING));
  const ended = async () => {
    await passUntil(() => expect(set.told.ended).toHaveLength(1));
    return set.told.ended;
  };
  return { ...set, ended };
}

/** A voice that hums for as long as its words would take. */
const hummingVoice = () => onlyVoice(new ScriptedTts((sentence) => sentence.length * 60), "callwright");

/** The messages of a caller's page, over its latest connection. */
function pageOf({ transports }: Pick<ReturnType<typeof setUpCall>, "transports">) {
  const sent = (channel: string) => (transports.at(-1)?.sentOn(channel) ?? []).filter((text) => text !== LISTENING);
  const parsed = (channel: string) => sent(channel).map((text) => JSON.parse(text) as Record<string, unknown>);
  return {
    messages: () => parsed(APP_CHANNEL),
    telemetry: () => parsed(TELEMETRY_CHANNEL),
    send: (message: ClientMessageInput | string) =>
      transports.at(-1)?.listener?.onText(APP_CHANNEL, typeof message === "string" ? message : JSON.stringify(message)),
    sendTelemetry: (message: ClientTelemetry) => transports.at(-1)?.listener?.onText(TELEMETRY_CHANNEL, JSON.stringify(message)),
  };
}

/** A call in stopped time as a call host would hold it, but for its voice, which hums. Its page hears `listening`. */
export async function holdCall(assistant: CreateAssistant, fields: Partial<CallSpec> = {}) {
  const spec = { callId: "c", orgId: "o", assistant, variableValues: {}, ...fields };
  const set = setUpCall(
    async (listener) => {
      const context = { keys: {}, urls: {}, allowPrivateAddresses: true };
      return { ...(await createCallParts(spec, context, listener)), voices: hummingVoice() };
    },
    assistant,
    fields,
  );
  const join = async () => {
    await set.call.offer("v=0");
    set.connect();
    const transport = set.transports.at(-1);
    transport?.listener?.onChannelOpen(TELEMETRY_CHANNEL);
    await passUntil(() => expect(transport?.sent).toContain(LISTENING));
  };
  await join();
  const spoke = (count: number) => passUntil(() => expect(set.said().length).toBeGreaterThanOrEqual(count));
  const ended = async () => {
    await passUntil(() => expect(set.told.ended).toHaveLength(1));
    return set.told.ended[0];
  };
  return { ...set, ...pageOf(set), join, spoke, ended };
}
