import { type ConversationMessage, SESSION_MAX_CHARACTERS, SESSION_MAX_CHATS } from "@callwright/contract";
import type { ChatRow, SessionRow } from "./store.ts";

/** All that was said in a session, its prompt first, up to and with the last of `chats`. */
export function sessionMessages(
  { openingMessages }: Pick<SessionRow, "openingMessages">,
  chats: readonly Pick<ChatRow, "input" | "output">[],
): ConversationMessage[] {
  return [...openingMessages, ...chats.flatMap(({ input, output }) => [...input, ...output])];
}

/** Why a session with this history takes no more messages. */
export function fullReason(messages: readonly ConversationMessage[], chats: number): string | undefined {
  if (chats >= SESSION_MAX_CHATS) return `has its ${SESSION_MAX_CHATS} chats`;
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return characters >= SESSION_MAX_CHARACTERS ? `has its ${SESSION_MAX_CHARACTERS} characters` : undefined;
}
