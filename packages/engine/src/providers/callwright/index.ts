import type { Provider } from "../provider.ts";
import { modelProblem, transcriberProblem, voiceProblem } from "./problems.ts";

/** The offline provider: answers, voices and hearing with no account, no key and no network. */
export const callwright: Provider = {
  id: "callwright",
  model: {
    settings: ["messages"],
    problem: modelProblem,
    create: async (_settings, { now = () => new Date() }) => (await import("./model.ts")).createBuiltInModel({ now }),
  },
  voice: {
    settings: ["voiceId", "language"],
    problem: voiceProblem,
    create: async (settings, context) => (await import("./voice.ts")).createServerVoice(settings, context),
  },
  transcriber: {
    settings: ["model", "language"],
    problem: transcriberProblem,
    create: async (settings, context) => (await import("./transcriber.ts")).createOfflineTranscriber(settings, context),
  },
};
