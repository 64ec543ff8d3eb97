import type { Provider } from "../provider.ts";

/** OpenAI's own language models. */
export const openai: Provider = {
  id: "openai",
  model: {
    key: "required",
    settings: ["messages", "temperature", "maxTokens"],
    create: async (settings, context) => (await import("./model.ts")).createOpenAiModel(settings, context),
  },
};
