import { isFields } from "../wire/fields.ts";
import type { ConversationMessage, MessageToolCall } from "./call-message.ts";

/** A tool call of a model, with its parsed arguments. */
export interface ToolCall {
  id: string;
  name: string;
  arguments: Record<string, unknown>;
}

/** The result of a tool call. */
export interface ToolAnswer {
  /** Text for the model: the result, or why there is none. */
  result: string;
  failed: boolean;
  /** How long the tool ran. Absent where no tool did. */
  durationMs?: number;
}

/** A tool call in the form of screens. */
export interface ToolRun extends ToolCall {
  /** Null while the tool runs. */
  answer: ToolAnswer | null;
}

/**
 * One item of a conversation's history. A tool call and its answer are one item, so that no answer is without its call. `toOpenAiMessages` converts a
 * history to the platform's messages, `toHistory` reads them.
 */
export type HistoryItem = TextItem | ToolItem;

export interface TextItem {
  type: "system" | "user" | "assistant";
  text: string;
  /** Names of the security filters that changed the text. */
  filtered?: readonly string[];
}

export interface ToolItem {
  type: "tool";
  /** Calls of the same model step have the same number. */
  step: number;
  call: ToolCall;
  /** Null while the tool runs. */
  answer: ToolAnswer | null;
}

/** Replaces the answer of a tool that still runs. */
export const TOOL_STILL_RUNNING = "The tool is still running. Its result is not known yet.";

/** Replaces the answer of a tool that runs in the background. */
export const TOOL_STARTED = "The tool was started. The conversation goes on without its result.";

/** A system message where a node of a workflow takes the conversation over. As the last message it asks the model to begin. */
export const ENTER_NOTE =
  "The conversation is now at this step. Begin it: say or ask what your instructions for this step tell you.";
/** The last message of a request whose only purpose is to choose a function. The model's text is not spoken. */
export const CHOOSE_NOTE = "Call the function whose condition is met by the conversation so far. Say nothing.";
/** Description of a function for all other cases. */
export const OTHERWISE = "No other condition is met.";

/** Name of the argument that chooses where a tool hands the conversation over to. */
export const DESTINATION = "destination";

/** A history as OpenAI chat messages. Each tool call gets an answer: OpenAI's API refuses a call without one. */
export function toOpenAiMessages(history: readonly HistoryItem[]): ConversationMessage[] {
  const messages: ConversationMessage[] = [];
  /** The assistant's last message, which takes the calls of one step. */
  let open: { message: ConversationMessage; step?: number } | undefined;
  for (const item of history) {
    if (item.type !== "tool") {
      const message: ConversationMessage = { role: item.type, content: item.text };
      messages.push(message);
      open = item.type === "assistant" ? { message } : undefined;
      continue;
    }
    if (!open || (open.step ?? item.step) !== item.step) {
      open = { message: { role: "assistant", content: "" } };
      messages.push(open.message);
    }
    open.step = item.step;
    open.message.tool_calls = [...(open.message.tool_calls ?? []), toMessageToolCall(item.call)];
    messages.push(toAnswerMessage(item));
  }
  return messages;
}

/** A tool call in the OpenAI format. */
export function toMessageToolCall({ id, name, arguments: given }: ToolCall): MessageToolCall & { type: "function" } {
  return { id, type: "function", function: { name, arguments: JSON.stringify(given) } };
}

function toAnswerMessage({ call, answer }: ToolItem): ConversationMessage {
  const { result = TOOL_STILL_RUNNING, failed = false, durationMs } = answer ?? {};
  const ran = durationMs === undefined ? {} : { durationMs };
  return { role: "tool", tool_call_id: call.id, name: call.name, content: result, ...(failed && { failed }), ...ran };
}

/** Reads OpenAI chat messages. A tool's answer without its call becomes a system message: a note for the model. */
export function toHistory(messages: readonly ConversationMessage[]): HistoryItem[] {
  const history: HistoryItem[] = [];
  let step = 0;
  for (const { role, content, tool_calls = [], tool_call_id, failed = false, durationMs, filtered } of messages) {
    if (role === "tool") {
      const answered = history.findLast((item) => item.type === "tool" && item.call.id === tool_call_id && item.answer === null);
      if (answered?.type === "tool")
        answered.answer = { result: content, failed, ...(durationMs !== undefined && { durationMs }) };
      else if (content.trim() !== "") history.push({ type: "system", text: content });
      continue;
    }
    if (content.trim() !== "") history.push({ type: role, text: content, ...(filtered && { filtered }) });
    if (tool_calls.length > 0) step += 1;
    for (const { id, function: call } of tool_calls)
      history.push({ type: "tool", step, call: { id, name: call.name, arguments: readArguments(call.arguments) }, answer: null });
  }
  return history;
}

/** The arguments of a tool call, which some senders write as JSON text and some as an object. Not an object: none. */
export function readArguments(given: unknown): Record<string, unknown> {
  return parseArguments(given) ?? {};
}

/** As `readArguments`; undefined where they are no object. An empty text is an empty object: some models write it for a tool without parameters. */
export function parseArguments(given: unknown): Record<string, unknown> | undefined {
  if (typeof given === "string") {
    if (given.trim() === "") return {};
    try {
      return parseArguments(JSON.parse(given) ?? undefined);
    } catch {
      return undefined;
    }
  }
  return isFields(given) ? { ...given } : undefined;
}
