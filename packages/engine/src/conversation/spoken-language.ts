import type { CreateAssistant } from "@callwright/contract";

/** The language that an assistant speaks: its voice's, else its transcriber's, else English. As they name it: "en", "en-US", "multi". */
export function languageOf({ transcriber, voice }: CreateAssistant): string {
  const { language = "en" } = { ...transcriber, ...voice } as { language?: string };
  return language;
}
