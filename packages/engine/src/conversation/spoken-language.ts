import type { CreateAssistant } from "@callwright/contract";

/** The language of an assistant: its voice's, or else its transcriber's, or else English. In their own form: "en", "en-US", "multi". */
export function languageOf({ transcriber, voice }: CreateAssistant): string {
  const { language = "en" } = { ...transcriber, ...voice } as { language?: string };
  return language;
}
