import type { Provider } from "../provider.ts";
import { thinkingProblem } from "./thinking.ts";

/** Anthropic's own language models. */
export const anthropic: Provider = {
  id: "anthropic",
  model: {
    key: "required",
    settings: ["messages", "temperature", "maxTokens", "timeoutSeconds", "thinking"],
    problem: thinkingProblem,
    create: async (settings, context) => (await import("./model.ts")).createAnthropicModel(settings, context),
  },
};
