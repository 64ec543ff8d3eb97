import { CHAT_OUTPUT_MAX_CHARACTERS, type ConversationMessage } from "@callwright/contract";
import type { Conversation } from "@callwright/engine/conversation";

/** How the answer of a chat ended. */
export interface ChatAnswer {
  /** All that was said. */
  text: string;
  status: "completed" | "failed" | "incomplete";
  failure: { provider: string; message: string } | null;
  /** The assistant ended the conversation. */
  endsSession: boolean;
}

/** An answer to nothing. */
export const NO_ANSWER: ChatAnswer = { text: "", status: "completed", failure: null, endsSession: false };

/**
 * One turn of a conversation as text, said to `onText` piece by piece. `signal` ends it where it is. Never fails: a model that does
 * is made up for by the assistant's failure message.
 */
export async function answerChat(
  conversation: Conversation,
  input: readonly ConversationMessage[],
  { signal, onText }: { signal: AbortSignal; onText: (text: string) => void },
): Promise<ChatAnswer> {
  for (const message of input.slice(0, -1)) conversation.add(message);
  const answer: ChatAnswer = { ...NO_ANSWER };
  for await (const part of conversation.reply(input.at(-1)?.content ?? "", signal)) {
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
