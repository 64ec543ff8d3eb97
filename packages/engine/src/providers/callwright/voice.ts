import { OFFLINE_VOICES, type Voice } from "@callwright/contract";
import type { tts } from "@livekit/agents";
import type { ProviderContext } from "../provider.ts";
import { warmFlitePool } from "./flite/flite-pool.ts";
import { FliteTts } from "./flite/flite-tts.ts";
import { parseVoiceId } from "./local/installed-voice.ts";
import { createLocalVoice } from "./local/local-tts.ts";

/** A voice of this server by its id: of flite (`OFFLINE_VOICES`), or a natural one that is installed. Fails with a `ProviderError` if it is not. */
export async function createServerVoice(
  { voiceId, language }: Voice,
  { speechFolder }: Pick<ProviderContext, "speechFolder">,
): Promise<tts.TTS> {
  const flite = OFFLINE_VOICES.find(({ id }) => id === voiceId);
  if (flite) {
    warmFlitePool();
    return new FliteTts(flite.id);
  }
  const chosen = parseVoiceId(voiceId);
  if (!chosen || speechFolder === undefined) throw new Error("the registry admits known voices only");
  return createLocalVoice({ folder: speechFolder, ...chosen, language: typeof language === "string" ? language : undefined });
}
