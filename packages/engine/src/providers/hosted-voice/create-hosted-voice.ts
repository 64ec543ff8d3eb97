import type { Voice } from "@callwright/contract";
import type { tts } from "@livekit/agents";
import { PhraseTts } from "../phrases/phrase-tts.ts";
import type { ProviderContext } from "../provider.ts";
import { hostedSpeaker } from "./hosted-speaker.ts";
import { samplesOf } from "./sound-format.ts";
import type { VoiceService } from "./voice-service.ts";

/** A voice of a hosted service. Fails with a `ProviderError` without a key. */
export function createHostedVoice(service: VoiceService, settings: Voice, context: ProviderContext): tts.TTS {
  const { voiceId, speak } = hostedSpeaker(service, settings, context);
  const { provider, sampleRate } = service;
  return new PhraseTts({
    label: `callwright.${provider}`,
    provider,
    voiceId,
    sampleRate,
    speak: (text, signal) => samplesOf(speak(text, signal)),
  });
}
