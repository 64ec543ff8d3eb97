import {
  CHAT_OUTPUT_MAX_CHARACTERS,
  type ConversationMessage,
  type HistoryItem,
  type MessageToolCall,
  toOpenAiMessages,
} from "@callwright/contract";
import type { Conversation, ToolRunner } from "@callwright/engine/conversation";
import { storableText } from "../../platform/db/storable-text.ts";
import { mapTexts } from "../tool/run/render-values.ts";

/** How the answer of a chat ended. */
export interface ChatAnswer {
  /** The complete text. */
  text: string;
  /** The items that join the history: texts, tool calls and their answers. */
  output: ConversationMessage[];
  /** Tool calls that the client answers with its next request. */
  openCalls: MessageToolCall[];
  status: "completed" | "failed" | "incomplete";
  failure: { provider: string; message: string } | null;
  /** The assistant ended the conversation. */
  endsSession: boolean;
}

/** The chat has no answer. */
export const NO_ANSWER: ChatAnswer = {
  text: "",
  output: [],
  openCalls: [],
  status: "completed",
  failure: null,
  endsSession: false,
};

/** An answer with the caller's own words. */
export function givenAnswer(text: string): ChatAnswer {
  return { ...NO_ANSWER, text, output: [{ role: "assistant", content: text }] };
}

/** Replaces the answer of a tool that still ran when its chat was given up. */
const GIVEN_UP = { result: "The chat ended before the tool answered.", failed: true };

/**
 * One turn of a conversation as text, passed to `onText` in pieces. `signal` ends it at the current position. Never fails: after a failure of the
 * model, the assistant's failure message is used.
 */
export async function answerChat(
  conversation: Conversation,
  { runner, signal, onText }: { runner: ToolRunner; signal: AbortSignal; onText: (text: string) => void },
): Promise<ChatAnswer> {
  const known = conversation.history.length;
  const said = await readTurn(conversation, signal, onText);
  const items = conversation.history.slice(known).map((item) => finished(item, runner));
  const open = items.flatMap((item) => (item.type === "tool" && item.answer === null ? [item.call.id] : []));
  const messages = toOpenAiMessages(withinLimit(items)).filter(
    ({ role, tool_call_id: id }) => role !== "tool" || id === undefined || !open.includes(id),
  );
  const output = mapTexts(messages, storableText) as ConversationMessage[];
  const openCalls = output.flatMap(({ tool_calls = [] }) => tool_calls.filter(({ id }) => open.includes(id)));
  return { ...said, output, openCalls };
}

type Said = Omit<ChatAnswer, "output" | "openCalls">;

async function readTurn(conversation: Conversation, signal: AbortSignal, onText: (text: string) => void): Promise<Said> {
  const answer: Said = { text: "", status: "completed", failure: null, endsSession: false };
  for await (const part of conversation.reply("", signal)) {
    if (part.type === "failure") {
      answer.status = "failed";
      answer.failure = { provider: part.provider, message: part.message };
    } else if (part.type === "end") answer.endsSession = true;
    else if (part.type === "text") {
      const text = part.text.slice(0, CHAT_OUTPUT_MAX_CHARACTERS - answer.text.length);
      answer.text += text;
      if (text !== "") onText(text);
      if (text.length < part.text.length) return { ...answer, status: "incomplete" };
    }
  }
  return signal.aborted ? { ...answer, status: "incomplete" } : answer;
}

/** Only the client's tools stay without an answer. */
function finished(item: HistoryItem, { tools }: ToolRunner): HistoryItem {
  if (item.type !== "tool" || item.answer !== null) return item;
  const isClients = tools.find(({ name }) => name === item.call.name)?.action === "client";
  return isClients ? item : { ...item, answer: GIVEN_UP };
}

/** The items with as much of the assistant's words as was sent. */
function withinLimit(items: readonly HistoryItem[]): HistoryItem[] {
  let left = CHAT_OUTPUT_MAX_CHARACTERS;
  return items.flatMap((item) => {
    if (item.type !== "assistant") return [item];
    const text = item.text.slice(0, left);
    left -= text.length;
    return text === "" ? [] : [{ ...item, text }];
  });
}
