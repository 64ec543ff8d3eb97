import type { Model } from "@callwright/contract";
import { knownHabits } from "../openai-compatible/server-habits.ts";
import type { PartContext, Provider } from "../provider.ts";

const NEEDS_URL =
  "model.url is required: the base URL of an OpenAI-compatible server, as in http://127.0.0.1:11434/v1. The server's operator can set one for all: CUSTOM_LLM_BASE_URL.";

/** Any OpenAI-compatible server by base URL: Ollama, llama.cpp, vLLM, a gateway. */
export const customLlm: Provider = {
  id: "custom-llm",
  model: {
    key: "optional",
    settings: ["messages", "temperature", "maxTokens", "url", "headers", "timeoutSeconds", "metadataSendMode"],
    problem: ({ url }, { urls }: PartContext) => (url || !urls || urls["custom-llm"] ? undefined : NEEDS_URL),
    ignored: toolsWithoutEffect,
    create: async (settings, context) => (await import("./model.ts")).createCustomLlmModel(settings, context),
  },
};

/** Why the tools of a model have no effect: its server refused them. */
function toolsWithoutEffect({ url = "", model }: Model): Record<string, string> {
  if (knownHabits(url, model)?.takesTools !== false) return {};
  const reason = `'${model}' takes no tools on its server, which refused them. Choose a model that calls tools.`;
  return { tools: reason, toolIds: reason, knowledgeBase: reason };
}
