import { thinkingProblem } from "../anthropic/thinking.ts";
import type { Provider } from "../provider.ts";

/** Anthropic's language models on Amazon Bedrock. */
export const anthropicBedrock: Provider = {
  id: "anthropic-bedrock",
  model: {
    key: "required",
    settings: ["messages", "temperature", "maxTokens", "timeoutSeconds", "thinking"],
    problem: thinkingProblem,
    create: async (settings, context) => (await import("./model.ts")).createBedrockModel(settings, context),
  },
};
