import type { ConversationMessage, ServerMessage, ServerTelemetry } from "@callwright/contract";

type Failure = Extract<ServerTelemetry, { type: "failure" }>;

/** A visitor learns which part failed, not why: reasons contain the owner's addresses, models and providers' answers. */
const FAILURES: Readonly<Record<Failure["part"], string>> = {
  model: "The assistant's model failed.",
  voice: "The assistant's voice failed.",
  transcriber: "The assistant's speech recognition failed.",
  recording: "The recording stopped.",
};

/**
 * A message for a visitor of a web page: without prompts and agents, and of tools only those that the page runs itself (`isOfPageTool`). Undefined:
 * none.
 */
export function visitorMessage(message: ServerMessage, isOfPageTool: boolean): ServerMessage | undefined {
  switch (message.type) {
    case "tool-calls":
    case "function-call":
      return isOfPageTool ? message : undefined;
    case "tool-calls-result":
    case "tool.completed":
    case "function-call-result":
    case "transfer-update":
    case "workflow.node.started":
      return undefined;
    case "conversation-update":
      return { ...message, messagesOpenAIFormatted: saidIn(message.messagesOpenAIFormatted) };
    default:
      return message;
  }
}

function saidIn(messages: readonly ConversationMessage[]): ConversationMessage[] {
  return messages.flatMap(({ role, content }) =>
    (role === "user" || role === "assistant") && content !== "" ? [{ role, content }] : [],
  );
}

/** Telemetry for a visitor of a web page: a failure only names its part; tools, agents and usage are left out. Undefined: nothing is sent. */
export function visitorTelemetry(message: ServerTelemetry): ServerTelemetry | undefined {
  if (message.type === "tool-run" || message.type === "agent" || message.type === "usage") return undefined;
  return message.type === "failure" ? { ...message, message: FAILURES[message.part] } : message;
}
