import type { Voice } from "@callwright/contract";
import type { tts } from "@livekit/agents";
import type { ProviderContext } from "../provider.ts";
import { hostedSpeaker } from "./hosted-speaker.ts";
import { HostedTts } from "./hosted-tts.ts";
import type { VoiceService } from "./voice-service.ts";

/** A voice of a hosted service. Fails with a `ProviderError` without a key. */
export function createHostedVoice(service: VoiceService, settings: Voice, context: ProviderContext): tts.TTS {
  const { voiceId, speak } = hostedSpeaker(service, settings, context);
  return new HostedTts({ provider: service.provider, model: voiceId, sampleRate: service.sampleRate, speak });
}
