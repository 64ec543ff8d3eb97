import type { Provider } from "../provider.ts";

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
    create: async (settings, context) => (await import("./model.ts")).createOpenAiModel(settings, context),
  },
};
