import type { Provider } from "../provider.ts";
import { VOICE_SERVICES } from "./services.ts";
import { samplesOf } from "./sound-format.ts";

/** The hosted voices, each as the voice of its provider. */
export const hostedVoices: readonly Provider[] = VOICE_SERVICES.map((service) => ({
  id: service.provider,
  voice: {
    ...(service.ownServer ? {} : { key: "required" as const }),
    ...(service.problem && { problem: service.problem }),
    ...(service.ignored && { ignored: service.ignored }),
    settings: [...(service.ownServer ? [] : ["voiceId"]), "cachingEnabled", ...service.settings],
    async create(settings, context) {
      const [{ hostedSpeaker }, { PhraseTts }] = await Promise.all([
        import("./hosted-speaker.ts"),
        import("../phrases/phrase-tts.ts"),
      ]);
      const { provider, sampleRate } = service;
      const { voiceId, speak } = hostedSpeaker(service, settings, context);
      return new PhraseTts({
        label: `callwright.${provider}`,
        provider,
        voiceId,
        sampleRate,
        speak: (text, signal) => samplesOf(speak(text, signal)),
      });
    },
  },
}));
