import type { Model } from "@callwright/contract";
import type { PartContext, Provider } from "../provider.ts";
import { speechToSpeechProblem } from "../speech-to-speech.ts";
import { cacheRetentionProblem } from "./cache-retention.ts";
import { effortProblem } from "./reasoning.ts";

/** OpenAI's own language models, at OpenAI or at Azure. */
export const openai: Provider = {
  id: "openai",
  model: {
    key: "required",
    credentials: ["openai", "azure-openai"],
    settings: [
      ...["messages", "temperature", "maxTokens", "timeoutSeconds", "fallbackModels", "reasoningEffort"],
      ...["promptCacheKey", "promptCacheRetention"],
    ],
    problem,
    create: async (settings, context) => (await import("./model.ts")).createOpenAiModel(settings, context),
  },
};

function problem(settings: Model, context: PartContext): string | undefined {
  const { model, fallbackModels } = settings;
  const fallbacks = Array.isArray(fallbackModels) ? fallbackModels : [];
  const names = [["model.model", model], ...fallbacks.map((name, index) => [`model.fallbackModels.${index}`, name])] as const;
  const spoken = names.map(([field, name]) => speechToSpeechProblem(String(field), name, "openai", context));
  return spoken.find((found) => found !== undefined) ?? effortProblem(settings) ?? cacheRetentionProblem(settings);
}
