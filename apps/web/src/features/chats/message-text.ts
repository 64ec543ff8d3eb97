import type { ChatMessage } from "@callwright/contract";

/** The text of a message, with its parts joined; "" if it has none. */
export function messageText(message: ChatMessage | undefined): string {
  const content = message?.content;
  return typeof content === "string" ? content : (content ?? []).map(({ text }) => text).join("");
}
