import type { ServerMessage, ServerTelemetry } from "@callwright/contract";

type Failure = Extract<ServerTelemetry, { type: "failure" }>;

/** What failed is the visitor's business; the reason names the owner's addresses and models, and quotes their providers. */
const FAILURES: Readonly<Record<Failure["part"], string>> = {
  model: "The assistant's model failed.",
  voice: "The assistant's voice failed.",
  transcriber: "The assistant's speech recognition failed.",
  recording: "The recording stopped.",
};

/** A message as a visitor of somebody's page gets it. Prompts and the results of tools are between the assistant and its owner. */
export function visitorMessage(message: ServerMessage): ServerMessage {
  if (message.type !== "conversation-update") return message;
  const said = message.messagesOpenAIFormatted.filter(({ role }) => role === "user" || role === "assistant");
  return { ...message, messagesOpenAIFormatted: said };
}

/** Telemetry as a visitor of somebody's page gets it: of a failure only which part it was. */
export function visitorTelemetry(message: ServerTelemetry): ServerTelemetry {
  return message.type === "failure" ? { ...message, message: FAILURES[message.part] } : message;
}
