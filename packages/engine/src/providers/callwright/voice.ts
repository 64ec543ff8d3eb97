import { OFFLINE_VOICES, type Voice } from "@callwright/contract";
import type { tts } from "@livekit/agents";
import { warmFlitePool } from "./flite/flite-pool.ts";
import { FliteTts } from "./flite/flite-tts.ts";

/** An offline voice by its id (`OFFLINE_VOICES`). */
export function createFliteVoice(settings: Voice): tts.TTS {
  const voice = OFFLINE_VOICES.find(({ id }) => id === settings.voiceId);
  if (!voice) throw new Error("the registry admits offline voices only");
  warmFlitePool();
  return new FliteTts(voice.id);
}
