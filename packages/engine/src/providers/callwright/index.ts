import type { Provider } from "../provider.ts";

/** The offline provider: answers, voices and hearing with no account, no key and no network. */
export const callwright: Provider = {
  id: "callwright",
  model: async (settings) => (await import("./model.ts")).createBuiltInModel(settings),
  voice: async (settings) => (await import("./voice.ts")).createFliteVoice(settings),
  transcriber: async (settings) => (await import("./transcriber.ts")).createOfflineTranscriber(settings),
};
