import { suggestedNames } from "@callwright/contract";
import type { PartContext } from "./provider.ts";

/** `gpt-realtime-2`, `gpt-live-1`, `gpt-audio-1.5`, `gemini-3.8-live`, `gemini-2.5-flash-native-audio-preview-12-2025`. */
const SPEECH_TO_SPEECH = /^(?:gpt|gemini)-(?:[\w.]+-)*(?:realtime|live|audio)(?:-|:|$)/;

/** Why a model cannot answer in text, and what to choose; undefined when it can. Begins with the field. */
export function speechToSpeechProblem(
  field: string,
  model: unknown,
  provider: string,
  { firstModelOf = (id) => suggestedNames("model", id)[0] ?? "" }: PartContext,
): string | undefined {
  if (typeof model !== "string" || !SPEECH_TO_SPEECH.test(model)) return undefined;
  const instead = firstModelOf(provider) || "another one";
  return `${field} is ${model}, which speaks and listens by itself over its own connection. Choose a model that answers in text, such as ${instead}.`;
}
