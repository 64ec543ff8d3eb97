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

/** The client messages that our call hosts send. */
export const SENT_CLIENT_MESSAGES = CLIENT_MESSAGE_TYPES.filter((type) => type !== "language-changed");

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
  /** Callwright only. */
  "workflow.node.started",
] as const;

export type ServerMessageType = (typeof SERVER_MESSAGE_TYPES)[number];

/** The messages of an assistant without `serverMessages`. */
export const DEFAULT_SERVER_MESSAGES: readonly ServerMessageType[] = [
  "assistant.started",
  "conversation-update",
  "end-of-call-report",
  "function-call",
  "hang",
  "handoff-destination-request",
  "speech-update",
  "status-update",
  "tool-calls",
  "transfer-destination-request",
  "user-interrupted",
  "workflow.node.started",
];

const UNSENT_SERVER_MESSAGES = [
  "call.delete.failed",
  "function-call",
  "handoff-destination-request",
  "language-changed",
  "language-change-detected",
  "phone-call-control",
  "transfer-destination-request",
] as const;
type SentServerMessage = Exclude<ServerMessageType, (typeof UNSENT_SERVER_MESSAGES)[number]>;
/** The server messages that Callwright sends. */
export const SENT_SERVER_MESSAGES = SERVER_MESSAGE_TYPES.filter(
  (type): type is SentServerMessage => !UNSENT_SERVER_MESSAGES.some((unsent) => unsent === type),
);

export const MESSAGE_ROLES = ["system", "user", "assistant", "tool", "function"] as const;
