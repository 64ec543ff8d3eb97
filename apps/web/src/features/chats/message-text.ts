import type { ChatMessage } from "@callwright/contract";

/** The words of a message, its parts joined; "" when it has none. */
export function messageText(message: ChatMessage | undefined): string {
  const content = message?.content;
  return typeof content === "string" ? content : (content ?? []).map(({ text }) => text).join("");
}
