import type { Provider } from "../provider.ts";
import { VOICE_SERVICES } from "./services.ts";

/** The hosted voices, each as the voice of its provider. */
export const hostedVoices: readonly Provider[] = VOICE_SERVICES.map((service) => ({
  id: service.provider,
  voice: {
    ...(service.ownServer ? {} : { key: "required" as const }),
    ...(service.problem && { problem: service.problem }),
    ...(service.ignored && { ignored: service.ignored }),
    settings: [...(service.ownServer ? [] : ["voiceId"]), "cachingEnabled", ...service.settings],
    create: async (settings, context) => (await import("./create-hosted-voice.ts")).createHostedVoice(service, settings, context),
  },
}));
