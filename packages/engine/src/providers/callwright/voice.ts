import type { Voice } from "@callwright/contract";
import type { tts } from "@livekit/agents";
import { ProviderError } from "../provider-error.ts";

export function createFliteVoice(settings: Voice): tts.TTS {
  throw new ProviderError(`There is no offline voice ${settings.voiceId}.`, {
    provider: "callwright",
    part: "voice",
    retryable: false,
  });
}
