import type { Provider } from "../provider.ts";

/** The offline provider: answers, voices and hearing with no account, no key and no network. */
export const callwright: Provider = {
  id: "callwright",
  model: async (settings, { knowledge }) => (await import("./model.ts")).createBuiltInModel(settings, knowledge),
  voice: async (settings) => (await import("./voice.ts")).createFliteVoice(settings),
  transcriber: async (settings) => (await import("./transcriber.ts")).createOfflineTranscriber(settings),
};
