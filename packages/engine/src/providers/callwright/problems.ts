import { type Model, OFFLINE_TRANSCRIBERS, OFFLINE_VOICES, type Transcriber, type Voice } from "@callwright/contract";
import type { ProviderContext } from "../provider.ts";
import { parseVoiceId } from "./local/installed-voice.ts";
import { moonshineAvailable } from "./moonshine/available.ts";

const BUILT_IN = "builtin";

export function modelProblem({ model }: Model): string | undefined {
  return model === BUILT_IN ? undefined : `There is no built-in model '${model}'. Choose '${BUILT_IN}'.`;
}

/** What is checked of a natural voice's settings, see `ProviderContext`. */
type VoiceContext = Pick<ProviderContext, "localVoices" | "voicesFolder">;

export function voiceProblem({ voiceId, language }: Voice, { localVoices, voicesFolder }: VoiceContext): string | undefined {
  const flite = OFFLINE_VOICES.some(({ id }) => id === voiceId);
  if (flite) return languageProblem(String(voiceId), language, ["en"]);
  const chosen = parseVoiceId(voiceId);
  const voice = chosen && localVoices?.get(chosen.id);
  if (chosen && voice) {
    if (chosen.speaker >= voice.speakers)
      return `The voice '${chosen.id}' has no speaker ${chosen.speaker}. Choose one from 0 to ${voice.speakers - 1}.`;
    return languageProblem(chosen.id, language, voice.languages);
  }
  // A call host reads the voice itself, and falls back to flite where it is gone.
  if (chosen && !localVoices && voicesFolder !== undefined) return undefined;
  const others = localVoices && localVoices.size > 0 ? ", or a natural voice under Voices, Local" : "";
  return `There is no offline voice '${voiceId}'. Choose one of ${OFFLINE_VOICES.map(({ id }) => id).join(", ")}${others}.`;
}

function languageProblem(id: string, language: unknown, known: readonly string[]): string | undefined {
  if (language === undefined || known.some((code) => code === language)) return undefined;
  return `The voice '${id}' does not speak '${String(language)}'. Set language to one of ${known.join(", ")}, or omit it.`;
}

/** The language of the local recognizer. Unset is English, too. */
export function isEnglish(language: string | undefined): boolean {
  return !language || /^en(glish)?\b/i.test(language);
}

export function transcriberProblem({ model = "auto", language }: Transcriber): string | undefined {
  if (!OFFLINE_TRANSCRIBERS.some((known) => known === model))
    return `There is no offline transcriber '${model}'. Choose one of ${OFFLINE_TRANSCRIBERS.join(", ")}.`;
  if (model !== "moonshine") return undefined;
  if (!moonshineAvailable()) return "Local speech recognition is not available on this system. Choose transcriber 'browser'.";
  if (!isEnglish(language))
    return `Local speech recognition knows English only, not '${language}'. Choose transcriber 'browser'.`;
  return undefined;
}
