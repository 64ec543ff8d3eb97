import { type ConversationMessage, SESSION_MAX_CHARACTERS, SESSION_MAX_CHATS } from "@callwright/contract";
import { toConversation } from "./chat-input.ts";
import type { ChatRow, SessionRow } from "./store.ts";

/** What was said in the chats that are part of the conversation. */
export function saidIn({ firstSeq }: Pick<SessionRow, "firstSeq">, chats: readonly Pick<ChatRow, "seq" | "input" | "output">[]) {
  return chats.filter(({ seq }) => seq >= firstSeq).flatMap(({ input, output }) => [...input, ...output]);
}

/** All messages of a session, its prompt first, up to and including the last of `chats`. */
export function sessionMessages(
  session: Pick<SessionRow, "openingMessages" | "firstSeq">,
  chats: readonly Pick<ChatRow, "seq" | "input" | "output">[],
): ConversationMessage[] {
  return toConversation([...session.openingMessages, ...saidIn(session, chats)]);
}

/** The values that tools extracted in a session, up to and with the last of `chats`. */
export function sessionVariables(
  { variables }: Pick<SessionRow, "variables">,
  chats: readonly Pick<ChatRow, "variables">[],
): Record<string, unknown> {
  return Object.assign({}, variables, ...chats.map((chat) => chat.variables));
}

/** Why a session with this history takes no more messages. */
export function fullReason(messages: readonly ConversationMessage[], chats: number): string | undefined {
  if (chats >= SESSION_MAX_CHATS) return `has its ${SESSION_MAX_CHATS} chats`;
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  return characters >= SESSION_MAX_CHARACTERS ? `has its ${SESSION_MAX_CHARACTERS} characters` : undefined;
}
