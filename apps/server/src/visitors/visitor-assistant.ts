import type { CreateAssistant } from "@callwright/contract";

/**
 * What a visitor's page may know of the assistant it talks to: its name, and what a client of calls and chats reads. Prompt, model,
 * tools, hooks, addresses and whatever is added to assistants later stay with its owner.
 */
export function visitorAssistant({ name, firstMessageMode, voice, transcriber }: CreateAssistant) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(firstMessageMode === undefined ? {} : { firstMessageMode }),
    ...(voice && { voice: { provider: voice.provider } }),
    ...(transcriber && { transcriber: { provider: transcriber.provider, language: transcriber.language } }),
  };
}
