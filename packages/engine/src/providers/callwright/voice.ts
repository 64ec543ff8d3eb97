import { OFFLINE_VOICES, type Voice } from "@callwright/contract";
import type { PhraseTts } from "../phrases/phrase-tts.ts";
import { countCharacters } from "../phrases/phrases.ts";
import type { ProviderContext } from "../provider.ts";
import { warmFlitePool } from "./flite/flite-pool.ts";
import { FliteTts } from "./flite/flite-tts.ts";
import { parseVoiceId } from "./local/installed-voice.ts";
import { createLocalVoice } from "./local/local-tts.ts";

/** A voice of this server by its id: of flite (`OFFLINE_VOICES`), or a natural one that is installed. Fails with a `ProviderError` if it is not. */
export async function createServerVoice(
  { voiceId, language }: Voice,
  { speechFolder, onUsage }: Pick<ProviderContext, "speechFolder" | "onUsage">,
): Promise<PhraseTts> {
  const voice = await createVoice(voiceId, language, speechFolder);
  const of = { part: "voice", provider: "callwright", model: voice.voice.voiceId, local: true } as const;
  voice.onPhrase = (text) => onUsage?.({ ...of, amounts: { characters: countCharacters(text) } });
  return voice;
}

async function createVoice(voiceId: Voice["voiceId"], language: unknown, speechFolder: string | undefined): Promise<PhraseTts> {
  const flite = OFFLINE_VOICES.find(({ id }) => id === voiceId);
  if (flite) {
    warmFlitePool();
    return new FliteTts(flite.id);
  }
  const chosen = parseVoiceId(voiceId);
  if (!chosen || speechFolder === undefined) throw new Error("the registry admits known voices only");
  return createLocalVoice({ folder: speechFolder, ...chosen, language: typeof language === "string" ? language : undefined });
}
