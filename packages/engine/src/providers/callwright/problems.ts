import { type Model, OFFLINE_TRANSCRIBERS, OFFLINE_VOICES, type Transcriber, type Voice } from "@callwright/contract";
import type { ProviderContext } from "../provider.ts";
import { recognizerLanguageProblem, recognizerNotInstalled } from "./local/installed-recognizer.ts";
import { isSpeechModelId } from "./local/installed-speech.ts";
import { parseVoiceId } from "./local/installed-voice.ts";
import { moonshineAvailable } from "./moonshine/available.ts";

const BUILT_IN = "builtin";

export function modelProblem({ model }: Model): string | undefined {
  return model === BUILT_IN ? undefined : `There is no built-in model '${model}'. Choose '${BUILT_IN}'.`;
}

/** The context in which settings of local speech are checked, see `ProviderContext`. */
type SpeechContext = Pick<ProviderContext, "localSpeech" | "speechFolder">;

export function voiceProblem({ voiceId, language }: Voice, { localSpeech, speechFolder }: SpeechContext): string | undefined {
  const flite = OFFLINE_VOICES.some(({ id }) => id === voiceId);
  if (flite) return languageProblem(String(voiceId), language, ["en"]);
  const chosen = parseVoiceId(voiceId);
  const voice = chosen && localSpeech?.voices.get(chosen.id);
  if (chosen && voice) {
    if (chosen.speaker >= voice.speakers)
      return `The voice '${chosen.id}' has no speaker ${chosen.speaker}. Choose one from 0 to ${voice.speakers - 1}.`;
    return languageProblem(chosen.id, language, voice.languages);
  }
  // A call host reads the voice itself, and falls back to flite where it is gone.
  if (chosen && !localSpeech && speechFolder !== undefined) return undefined;
  const others = localSpeech && localSpeech.voices.size > 0 ? ", or a natural voice under Voices, Local" : "";
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

/** Whether the model is one of `OFFLINE_TRANSCRIBERS`. Others are installed recognizers. */
export function isBuiltInTranscriber(model: string): boolean {
  return OFFLINE_TRANSCRIBERS.some((known) => known === model);
}

export function transcriberProblem(
  { model = "auto", language }: Transcriber,
  { localSpeech, speechFolder }: SpeechContext,
): string | undefined {
  if (!isBuiltInTranscriber(model)) {
    const recognizer = localSpeech?.recognizers.get(model);
    if (recognizer)
      return recognizer.isInstalled
        ? recognizerLanguageProblem(model, language, recognizer.languages)
        : recognizerNotInstalled(model);
    // A call host reads the recognizer itself.
    if (!localSpeech && speechFolder !== undefined && isSpeechModelId(model)) return undefined;
    const others = localSpeech && localSpeech.recognizers.size > 0 ? ", or a recognizer under Voices, Local" : "";
    return `There is no offline transcriber '${model}'. Choose one of ${OFFLINE_TRANSCRIBERS.join(", ")}${others}.`;
  }
  if (model !== "moonshine") return undefined;
  if (!moonshineAvailable()) return "Local speech recognition is not available on this system. Choose transcriber 'browser'.";
  if (!isEnglish(language))
    return `Moonshine knows English only, not '${language}'. Choose a recognizer of this language under Voices, Local, or transcriber 'browser'.`;
  return undefined;
}
