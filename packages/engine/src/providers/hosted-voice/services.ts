import type { Provider } from "../provider.ts";
import { azureVoice, microsoftVoice } from "./services/azure.ts";
import { cartesiaVoice } from "./services/cartesia.ts";
import { customVoice } from "./services/custom-voice.ts";
import { deepgramVoice } from "./services/deepgram.ts";
import { elevenLabsVoice } from "./services/elevenlabs.ts";
import { inworldVoice } from "./services/inworld.ts";
import { lmntVoice } from "./services/lmnt.ts";
import { minimaxVoice } from "./services/minimax.ts";
import { neuphonicVoice } from "./services/neuphonic.ts";
import { openAiVoice } from "./services/openai.ts";
import { rimeVoice } from "./services/rime.ts";
import { smallestVoice } from "./services/smallest.ts";
import { xaiVoice } from "./services/xai.ts";
import { samplesOf } from "./sound-format.ts";
import { SAMPLE_RATE, type VoiceService } from "./voice-service.ts";

/** The hosted voices. */
export const VOICE_SERVICES: readonly VoiceService[] = [
  elevenLabsVoice,
  azureVoice,
  cartesiaVoice,
  customVoice,
  deepgramVoice,
  inworldVoice,
  lmntVoice,
  microsoftVoice,
  minimaxVoice,
  neuphonicVoice,
  openAiVoice,
  rimeVoice,
  smallestVoice,
  xaiVoice,
];

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
      const { provider, sampleRate = SAMPLE_RATE } = service;
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

/** Voices that no server can run, with the reason. */
export const CLOSED_VOICES: Readonly<Record<string, string>> = {
  hume: "Hume closed its speech API on November 13, 2026. Choose another voice.",
  playht: "PlayHT closed its API on December 31, 2025. Choose another voice.",
  sesame: "Sesame has no public API. Choose another voice.",
  tavus: "Tavus makes videos of a person, which this server does not send. Choose another voice.",
  vapi: "Voices of vapi run on the hosted platform alone. Choose another voice.",
  wellsaid: "WellSaid sends MP3 alone, which this server does not decode. Choose another voice.",
};
