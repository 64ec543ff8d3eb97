import type { Provider } from "../provider.ts";

/** Any OpenAI-compatible server by base URL: Ollama, llama.cpp, vLLM, a gateway. */
export const customLlm: Provider = {
  id: "custom-llm",
  model: {
    key: "optional",
    settings: ["messages", "temperature", "maxTokens", "url", "headers", "timeoutSeconds", "metadataSendMode"],
    create: async (settings, context) => (await import("./model.ts")).createCustomLlmModel(settings, context),
  },
};
