import type { Fields, WebhookSampleType } from "@callwright/contract";
import { toolCallFields } from "./tool-call-fields.ts";

/** The invented conversation of a sample. */
interface SampleConversation {
  id: string;
  orgId: string;
  createdAt: Date;
}

const MESSAGES = [
  { role: "assistant", content: "Hello, this is Riley. How can I help?" },
  { role: "user", content: "Where is my order?" },
];
const TRANSCRIPT = "AI: Hello, this is Riley. How can I help?\nUser: Where is my order?";
const ARGUMENTS = { orderNumber: "1042" };
const TOOL = {
  type: "function",
  name: "look_up_order",
  function: {
    name: "look_up_order",
    description: "Looks up an order by its number.",
    parameters: { type: "object", properties: { orderNumber: { type: "string" } } },
  },
};
const TOOL_CALL = toolCallFields({ id: "call_sample", name: "look_up_order", given: ARGUMENTS }, TOOL);
const NUMBER = { type: "number", number: "+14155550123" };

/** The fields of a message type, besides those of every message. */
const FIELDS: Record<WebhookSampleType, (of: SampleConversation) => Fields> = {
  "assistant-request": () => ({}),
  "knowledge-base-request": () => ({ messagesOpenAIFormatted: MESSAGES, messages: messagesAt(0) }),
  "assistant.started": () => ({ newAssistant: { name: "Riley" } }),
  "assistant.speechStarted": () => ({ text: "Hello, this is Riley.", turn: 0, source: "model" }),
  "chat.created": (of) => ({ chat: chatOf(of) }),
  "chat.deleted": (of) => ({ chat: chatOf(of) }),
  "call.deleted": () => ({}),
  "call.delete.failed": () => ({}),
  "call.artifact.upload": () => ({ artifacts: [{ type: "recording-stereo", success: true }] }),
  "conversation-update": ({ createdAt }) => ({
    messages: messagesAt(createdAt.getTime()),
    messagesOpenAIFormatted: MESSAGES,
  }),
  "end-of-call-report": ({ createdAt }) => ({
    endedReason: "customer-ended-call",
    startedAt: new Date(createdAt.getTime() - 30_000).toISOString(),
    endedAt: createdAt.toISOString(),
    durationMs: 30_000,
    durationSeconds: 30,
    analysis: {},
    transcript: TRANSCRIPT,
    artifact: { transcript: TRANSCRIPT, messages: messagesAt(createdAt.getTime()), messagesOpenAIFormatted: MESSAGES },
  }),
  "function-call": () => TOOL_CALL,
  hang: () => ({}),
  "handoff-destination-request": () => ({ parameters: { reason: "billing" } }),
  "language-changed": () => ({ language: "es" }),
  "language-change-detected": () => ({ language: "es" }),
  "model-output": () => ({ output: "Hello" }),
  "phone-call-control": () => ({ request: "hang-up" }),
  "session.created": (of) => ({ session: sessionOf(of) }),
  "session.deleted": (of) => ({ session: sessionOf(of) }),
  "session.updated": (of) => ({ session: sessionOf(of) }),
  "speech-update": () => ({ status: "started", role: "assistant", turn: 0 }),
  "status-update": () => ({ status: "in-progress" }),
  "tool-calls": () => TOOL_CALL,
  transcript: () => ({ role: "user", transcriptType: "final", transcript: "Where is my order?" }),
  "transfer-destination-request": () => ({}),
  "transfer-update": () => ({ destination: NUMBER }),
  "user-interrupted": () => ({}),
  "voice-input": () => ({ input: "Hello, this is Riley." }),
  "workflow.node.started": () => ({ node: { name: "greeting" } }),
};

/** The fields of a sample, after its id, time and type. */
export function sampleMessage(type: WebhookSampleType, conversation: SampleConversation): Fields {
  return { ...FIELDS[type](conversation), ...aboutOf(type, conversation), isSample: true };
}

function aboutOf(type: WebhookSampleType, { id, orgId, createdAt }: SampleConversation): Fields {
  if (/^(chat|session)\./.test(type)) return {};
  const times = { createdAt: createdAt.toISOString(), updatedAt: createdAt.toISOString() };
  const status = type === "end-of-call-report" || type === "call.deleted" ? "ended" : "in-progress";
  if (type === "assistant-request") {
    // Sent before an assistant is chosen, for an inbound phone call.
    const [customer, phoneNumber] = [{ number: NUMBER.number }, { id, number: "+14155550100", name: "Main line" }];
    const call = { id, orgId, type: "inboundPhoneCall", status: "ringing", customer, phoneNumber, phoneNumberId: id, ...times };
    return { call, customer, phoneNumber };
  }
  return {
    call: { id, orgId, type: "webCall", status, ...times },
    assistant: { name: "Riley", firstMessage: "Hello, this is Riley. How can I help?" },
  };
}

function sessionOf({ id, orgId, createdAt }: SampleConversation): Fields {
  const at = createdAt.toISOString();
  return { id, orgId, createdAt: at, updatedAt: at, status: "active", messages: MESSAGES };
}

function chatOf({ id, orgId, createdAt }: SampleConversation): Fields {
  const at = createdAt.toISOString();
  const [greeting, question] = MESSAGES;
  return { id, orgId, sessionId: id, createdAt: at, updatedAt: at, input: [question], output: [greeting] };
}

function messagesAt(timeMs: number): Fields[] {
  return MESSAGES.map(({ role, content }, index) => ({
    role: role === "assistant" ? "bot" : role,
    message: content,
    time: timeMs + index * 1000,
    secondsFromStart: index,
  }));
}
