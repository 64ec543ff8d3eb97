import type { Provider } from "../provider.ts";
import { speechToSpeechProblem } from "../speech-to-speech.ts";

/** Google's language models, by the Gemini API. */
export const google: Provider = {
  id: "google",
  model: {
    key: "required",
    settings: ["messages", "temperature", "maxTokens", "timeoutSeconds"],
    problem: ({ model }, context) => speechToSpeechProblem("model.model", model, "google", context),
    create: async (settings, context) => (await import("./model.ts")).createGoogleModel(settings, context),
  },
};
