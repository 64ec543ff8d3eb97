import { z } from "zod";

/** Messages a client can subscribe to in `assistant.clientMessages`. */
export const CLIENT_MESSAGE_TYPES = [
  "conversation-update",
  "function-call",
  "function-call-result",
  "hang",
  "language-changed",
  "metadata",
  "model-output",
  "speech-update",
  "status-update",
  "transcript",
  "tool-calls",
  "tool-calls-result",
  "tool.completed",
  "transfer-update",
  "user-interrupted",
  "voice-input",
  "workflow.node.started",
  "assistant.started",
  "assistant.speechStarted",
] as const;
export type ClientMessageType = (typeof CLIENT_MESSAGE_TYPES)[number];

export const DEFAULT_CLIENT_MESSAGES: readonly ClientMessageType[] = [
  "conversation-update",
  "function-call",
  "hang",
  "model-output",
  "speech-update",
  "status-update",
  "transfer-update",
  "transcript",
  "tool-calls",
  "user-interrupted",
  "voice-input",
  "workflow.node.started",
  "assistant.started",
];

export const SERVER_MESSAGE_TYPES = [
  "assistant.started",
  "assistant.speechStarted",
  "chat.created",
  "chat.deleted",
  "call.deleted",
  "call.delete.failed",
  "call.artifact.upload",
  "conversation-update",
  "end-of-call-report",
  "function-call",
  "hang",
  "handoff-destination-request",
  "language-changed",
  "language-change-detected",
  "model-output",
  "phone-call-control",
  "session.created",
  "session.deleted",
  "session.updated",
  "speech-update",
  "status-update",
  "tool-calls",
  "transcript",
  'transcript[transcriptType="final"]',
  "transcript[transcriptType='final']",
  "transfer-destination-request",
  "transfer-update",
  "user-interrupted",
  "voice-input",
] as const;

export const MESSAGE_ROLES = ["system", "user", "assistant", "tool", "function"] as const;

/**
 * Client to server, as JSON strings. `say` takes its words as `message` (web clients) or `content` (the platform's schema).
 */
export const ClientMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("say"),
    message: z.string().max(10_000).optional(),
    content: z.string().max(10_000).optional(),
    endCallAfterSpoken: z.boolean().default(false),
    /** May the caller's voice interrupt it? */
    interruptionsEnabled: z.boolean().default(false),
    /** Does it cut off what the assistant is saying? */
    interruptAssistantEnabled: z.boolean().default(false),
  }),
  z.object({
    type: z.literal("add-message"),
    message: z.object({ role: z.enum(MESSAGE_ROLES), content: z.string().max(100_000) }),
    triggerResponseEnabled: z.boolean().default(true),
  }),
  z.object({
    type: z.literal("control"),
    control: z.enum(["mute-assistant", "unmute-assistant", "mute-customer", "unmute-customer", "say-first-message"]),
    videoRecordingStartDelaySeconds: z.number().min(0).optional(),
  }),
  z.object({ type: z.literal("end-call") }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;
/** What a client may write: defaults left out. */
export type ClientMessageInput = z.input<typeof ClientMessage>;

export interface ConversationMessage {
  role: "system" | "user" | "assistant" | "tool";
  content: string;
}

/** A function a model calls. Some senders give the arguments as JSON, some as they are. */
export interface MessageToolCall {
  id: string;
  type: string;
  function: { name: string; arguments: string | Record<string, unknown> };
}

/** Server to client, as JSON strings: what ours sends, then what only the hosted provider does. Clients must ignore types they do not know. */
export type ServerMessage =
  | OwnServerMessage
  | { type: "tool-calls"; toolCallList: MessageToolCall[]; toolWithToolCallList?: Record<string, unknown>[] }
  | { type: "tool-calls-result"; toolCallResult: Record<string, unknown> }
  | { type: "transfer-update"; destination?: Record<string, unknown>; toAssistant?: object; fromAssistant?: object }
  | { type: "language-change-detected"; language: string }
  | { type: "workflow.node.started"; node: Record<string, unknown> }
  | { type: "chat.created" | "chat.deleted"; chat: Record<string, unknown> }
  | { type: "session.created" | "session.updated" | "session.deleted"; session: Record<string, unknown> };

/** What our servers send. */
export type OwnServerMessage =
  | { type: "status-update"; status: "in-progress" | "ended"; endedReason?: string }
  /** `typed`: written by the user, and a turn of its own however close it is to spoken words. */
  | { type: "transcript"; role: "assistant" | "user"; transcriptType: "partial" | "final"; transcript: string; typed?: boolean }
  | { type: "conversation-update"; messagesOpenAIFormatted: ConversationMessage[] }
  | { type: "speech-update"; status: "started" | "stopped"; role: "assistant" | "user"; turn?: number }
  | { type: "model-output"; output: string }
  | { type: "user-interrupted" }
  | { type: "voice-input"; input: string }
  | { type: "assistant.speechStarted"; text: string; turn?: number }
  | { type: "assistant.started"; newAssistant: Record<string, unknown> }
  | { type: "hang" }
  | { type: "metadata"; metadata: string };
