import type { ToolCall, ToolMessage } from "@callwright/contract";
import type { AgentTool, ToolOutcome } from "./agent-tool.ts";
import { findToolMessage } from "./tool-messages.ts";

/** A result over this is cut: it would fill the model's context. In characters. */
const RESULT_MAX_CHARACTERS = 16_000;

/** The words after a tool: the reply's own message, or else the tool's. Undefined: the model answers. */
export function messageAfter(
  call: Pick<ToolCall, "arguments">,
  tool: Pick<AgentTool, "messages"> | undefined,
  { message, failed }: ToolOutcome,
): ToolMessage | undefined {
  const type = failed ? "request-failed" : "request-complete";
  if (message?.type === type) return message;
  return tool && findToolMessage(tool.messages, type, call.arguments);
}

/** Is the message not spoken, but a hint for the model's answer? */
export const isHintToModel = (message: ToolMessage): boolean => "role" in message && message.role === "system";

/** The result in the form for the model. */
export function cutResult(result: string): string {
  if (result.length <= RESULT_MAX_CHARACTERS) return result;
  return `${result.slice(0, RESULT_MAX_CHARACTERS)}\n[The result was longer and is cut here.]`;
}
