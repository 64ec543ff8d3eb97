import type { Provider } from "../provider.ts";

const FAKE_PREFIX = "fake-";

export function isFakeName(name: string): boolean {
  return name.startsWith(FAKE_PREFIX);
}

/**
 * Models, voices and transcribers that behave, or misbehave, on demand: for tests and benches.
 * Chosen by provider `callwright` and a name that begins with `fake-`, only where the server allows it.
 * README.md beside this file lists the names.
 */
export const fake: Provider = {
  id: "fake",
  model: { settings: [], create: async (settings) => (await import("./model.ts")).createFakeModel(settings) },
  voice: {
    settings: [],
    showsVideo: ({ voiceId }) => voiceId === "fake-picture",
    create: async (settings, context) => (await import("./voice.ts")).createFakeVoice(settings, context),
  },
  transcriber: { settings: [], create: async (settings) => (await import("./transcriber.ts")).createFakeTranscriber(settings) },
};
