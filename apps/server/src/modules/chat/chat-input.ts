import {
  CHAT_ENDING_INPUT,
  ChatToolCalls,
  type ConversationMessage,
  chatInputText,
  type HistoryItem,
  invalid,
  type SaidMessage,
} from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";

/** The input of a request: a text, or messages that end with the user's or with answers of tools. */
export type SaidInput = string | readonly SaidMessage[];

/** The input in the stored form and in the model's form. */
export interface ReadInput {
  stored: SaidMessage[];
  messages: ConversationMessage[];
}

/** Visitors speak, and answer tools that are the client's. */
const VISITOR_ROLES: readonly string[] = ["user", "assistant", "tool"];

/**
 * Instructions are for callers of the organization: a visitor who could send them would rewrite the assistant. So are tool calls.
 * Fails with `validation-failed`.
 */
export function readInput(input: SaidInput, { tag }: Pick<OrgCaller, "tag">): ReadInput {
  const said: readonly SaidMessage[] = typeof input === "string" ? [{ role: "user", content: input.trim() }] : input;
  const index = said.findIndex(({ role }) => !VISITOR_ROLES.includes(role));
  if (index !== -1 && tag === "public")
    throw invalid(`input.${index}.role must be user, assistant or tool with a public token; instructions take a private one`);
  const allowed = tag === "public" ? said.map(({ tool_calls: _, ...message }) => message) : said;
  const messages = toConversation(allowed).map((message) => ({ ...message, content: message.content.trim() }));
  return { stored: tag === "public" || typeof input === "string" ? messages : [...said], messages };
}

/** Messages in the model's form: those that say something, call tools or answer them, with one text each. */
export function toConversation(said: readonly SaidMessage[]): ConversationMessage[] {
  return said
    .map((message): ConversationMessage => {
      const role = message.role === "developer" ? "system" : message.role;
      const content = chatInputText(message);
      if (role === "tool") return { role, content, ...answerFields(message) };
      const calls = role === "assistant" ? ChatToolCalls.safeParse(message.tool_calls).data : undefined;
      return { role, content, ...(calls && calls.length > 0 && { tool_calls: calls }) };
    })
    .filter(({ role, content, tool_calls }) => content.trim() !== "" || tool_calls || role === "tool");
}

function answerFields({ tool_call_id: id, failed, durationMs }: SaidMessage): Partial<ConversationMessage> {
  return {
    ...(typeof id === "string" && { tool_call_id: id }),
    ...(failed === true && { failed }),
    ...(typeof durationMs === "number" && { durationMs }),
  };
}

/** Fails with `validation-failed` for an answer to a tool call that is neither open in the history nor earlier in the input. */
export function requireOpenCalls(history: readonly HistoryItem[], input: SaidInput): void {
  if (typeof input === "string") return;
  const open = history.flatMap((item) => (item.type === "tool" && item.answer === null ? [item.call.id] : []));
  for (const [index, { role, tool_calls, tool_call_id }] of input.entries()) {
    if (role === "assistant") open.push(...(ChatToolCalls.safeParse(tool_calls).data ?? []).map(({ id }) => id));
    if (role !== "tool") continue;
    const at = open.indexOf(String(tool_call_id));
    if (at === -1) {
      const problem = `input.${index} must answer a tool call: none with the id '${String(tool_call_id).slice(0, 100)}' waits for an answer`;
      throw invalid(problem);
    }
    open.splice(at, 1);
  }
}

/** Is this the text that a widget sends when its visitor ends the chat? No person wrote it. */
export function isEndingSignal(input: readonly ConversationMessage[], sessionEnd: boolean): boolean {
  return sessionEnd && input.length === 1 && input[0]?.content === CHAT_ENDING_INPUT;
}
