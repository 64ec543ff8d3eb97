import {
  CHAT_ENDING_INPUT,
  type ConversationMessage,
  chatInputText,
  PlatformError,
  type SaidMessage,
} from "@callwright/contract";
import type { OrgCaller } from "../../http/caller.ts";

/** The input of a request: a text, or messages that end with the user's. */
export type SaidInput = string | readonly SaidMessage[];

/** The same as it is stored and as the model is given it. */
export interface ReadInput {
  stored: SaidMessage[];
  messages: ConversationMessage[];
}

/**
 * Instructions and what tools answered are for callers of the organization: a visitor who could send them would rewrite the assistant.
 * Fails with `validation-failed`.
 */
export function readInput(input: SaidInput, { tag }: Pick<OrgCaller, "tag">): ReadInput {
  const said: readonly SaidMessage[] = typeof input === "string" ? [{ role: "user", content: input.trim() }] : input;
  const index = said.findIndex(({ role }) => role !== "user" && role !== "assistant");
  if (index !== -1 && tag === "public")
    throw new PlatformError(
      "validation-failed",
      {},
      { problems: [`input.${index}.role must be user or assistant with a public token; instructions take a private one`] },
    );
  const messages = toConversation(said).map(({ role, content }) => ({ role, content: content.trim() }));
  return { stored: tag === "public" || typeof input === "string" ? messages : [...said], messages };
}

/** Messages as a model is given them: those that say something, as one text each. */
export function toConversation(said: readonly SaidMessage[]): ConversationMessage[] {
  return said
    .map((message): ConversationMessage => {
      const role = message.role === "developer" ? "system" : message.role;
      return { role, content: chatInputText(message) };
    })
    .filter(({ content }) => content.trim() !== "");
}

/** Is this the sentence of a widget whose visitor has ended the chat? Nobody said it. */
export function isEndingSignal(input: readonly ConversationMessage[], sessionEnd: boolean): boolean {
  return sessionEnd && input.length === 1 && input[0]?.content === CHAT_ENDING_INPUT;
}
