import { OFFLINE_VOICES, type Voice } from "@callwright/contract";
import type { tts } from "@livekit/agents";
import { ProviderError } from "../provider-error.ts";
import { warmFlitePool } from "./flite/flite-pool.ts";
import { FliteTts } from "./flite/flite-tts.ts";

/** An offline voice by its id (`OFFLINE_VOICES`). Fails with a `ProviderError` for an id there is not. */
export function createFliteVoice(settings: Voice): tts.TTS {
  const voice = OFFLINE_VOICES.find(({ id }) => id === settings.voiceId);
  if (!voice) {
    const ids = OFFLINE_VOICES.map(({ id }) => id).join(", ");
    throw new ProviderError(`There is no offline voice '${settings.voiceId}'. Choose one of ${ids}.`, {
      provider: "callwright",
      part: "voice",
      retryable: false,
    });
  }
  warmFlitePool();
  return new FliteTts(voice.id);
}
