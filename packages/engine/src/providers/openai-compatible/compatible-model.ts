import { createOpenAICompatible, type OpenAICompatibleProviderSettings } from "@ai-sdk/openai-compatible";
import type { LanguageModel } from "ai";
import { asEvents } from "./as-events.ts";

/** A model behind an OpenAI-compatible chat API. */
export function compatibleModel(
  modelName: string,
  { fetch: send = fetch, ...settings }: OpenAICompatibleProviderSettings,
): LanguageModel {
  return createOpenAICompatible({
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...settings,
    fetch: asEvents(send),
  }).chatModel(modelName);
}
