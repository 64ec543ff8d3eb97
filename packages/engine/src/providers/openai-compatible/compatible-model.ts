import { createOpenAICompatible, type OpenAICompatibleProviderSettings } from "@ai-sdk/openai-compatible";
import { extractReasoningMiddleware, type LanguageModel, wrapLanguageModel } from "ai";

/**
 * A model behind an OpenAI-compatible chat API. Open models often write what they think into the answer, between `<think>` tags: that is
 * not for the caller's ears.
 */
export function compatibleModel(modelName: string, settings: OpenAICompatibleProviderSettings): LanguageModel {
  const server = createOpenAICompatible({ includeUsage: true, supportsStructuredOutputs: true, ...settings });
  return wrapLanguageModel({
    model: server.chatModel(modelName),
    middleware: extractReasoningMiddleware({ tagName: "think" }),
  });
}
