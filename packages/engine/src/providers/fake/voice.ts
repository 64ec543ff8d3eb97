import type { Voice } from "@callwright/contract";
import type { tts } from "@livekit/agents";
import { createFliteVoice } from "../callwright/voice.ts";

export function createFakeVoice(settings: Voice): tts.TTS {
  return createFliteVoice(settings);
}
