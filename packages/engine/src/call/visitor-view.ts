import type { ServerMessage, ServerTelemetry } from "@callwright/contract";

type Failure = Extract<ServerTelemetry, { type: "failure" }>;

/** A visitor learns which part failed, not why: reasons contain the owner's addresses, models and providers' answers. */
const FAILURES: Readonly<Record<Failure["part"], string>> = {
  model: "The assistant's model failed.",
  voice: "The assistant's voice failed.",
  transcriber: "The assistant's speech recognition failed.",
  recording: "The recording stopped.",
};

/** A message for a visitor of a web page: without prompts and tool results. */
export function visitorMessage(message: ServerMessage): ServerMessage {
  if (message.type !== "conversation-update") return message;
  const said = message.messagesOpenAIFormatted.filter(({ role }) => role === "user" || role === "assistant");
  return { ...message, messagesOpenAIFormatted: said };
}

/** Telemetry for a visitor of a web page: a failure only names its part. */
export function visitorTelemetry(message: ServerTelemetry): ServerTelemetry {
  return message.type === "failure" ? { ...message, message: FAILURES[message.part] } : message;
}
