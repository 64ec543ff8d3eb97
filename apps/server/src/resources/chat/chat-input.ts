import { CHAT_ENDING_INPUT, type ChatInput, type ConversationMessage, chatInputText, PlatformError } from "@callwright/contract";
import type { OrgCaller } from "../../http/caller.ts";

/**
 * What a request says, as messages; the last is the user's. Instructions are for callers of the organisation: a visitor who could
 * send them would rewrite the assistant. Fails with `validation-failed`.
 */
export function readInput(input: ChatInput, { tag }: Pick<OrgCaller, "tag">): ConversationMessage[] {
  if (typeof input === "string") return [{ role: "user", content: input.trim() }];
  const messages = input.map((message, index): ConversationMessage => {
    const { role } = message;
    const isInstruction = role === "system" || role === "developer";
    if (isInstruction && tag === "public")
      throw new PlatformError(
        "validation-failed",
        {},
        { problems: [`input.${index}.role must be user or assistant with a public token; instructions take a private one`] },
      );
    return { role: isInstruction ? "system" : role, content: chatInputText(message).trim() };
  });
  return messages.filter(({ content }) => content !== "");
}

/** Is this the sentence of a widget whose visitor has ended the chat? Nobody said it. */
export function isEndingSignal(input: readonly ConversationMessage[], sessionEnd: boolean): boolean {
  return sessionEnd && input.length === 1 && input[0]?.content === CHAT_ENDING_INPUT;
}
