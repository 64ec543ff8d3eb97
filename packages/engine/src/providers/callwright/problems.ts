import { type Model, OFFLINE_TRANSCRIBERS, OFFLINE_VOICES, type Transcriber, type Voice } from "@callwright/contract";
import { moonshineAvailable } from "./moonshine/available.ts";

const BUILT_IN = "builtin";

export function modelProblem({ model }: Model): string | undefined {
  return model === BUILT_IN ? undefined : `There is no built-in model '${model}'. Choose '${BUILT_IN}'.`;
}

export function voiceProblem({ voiceId }: Voice): string | undefined {
  if (OFFLINE_VOICES.some(({ id }) => id === voiceId)) return undefined;
  return `There is no offline voice '${voiceId}'. Choose one of ${OFFLINE_VOICES.map(({ id }) => id).join(", ")}.`;
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
