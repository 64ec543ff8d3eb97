import type { Provider } from "../provider.ts";

/** Google's language models, by the Gemini API. */
export const google: Provider = {
  id: "google",
  model: {
    key: "required",
    settings: ["messages", "temperature", "maxTokens", "timeoutSeconds"],
    create: async (settings, context) => (await import("./model.ts")).createGoogleModel(settings, context),
  },
};
