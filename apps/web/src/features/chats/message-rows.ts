import { type ChatMessage, type HistoryItem, toHistory } from "@callwright/contract";
import { messageText } from "./message-text.ts";

/** A stored conversation as it is read: what was said, and tool calls with their answers. */
export function messageRows(messages: readonly ChatMessage[]): HistoryItem[] {
  return toHistory(
    messages.map((message) => {
      const { role } = message;
      return { ...message, role: role === "developer" ? "system" : role, content: messageText(message) };
    }),
  );
}
