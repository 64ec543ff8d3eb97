import { type Model, OFFLINE_VOICES, type Voice } from "@callwright/contract";
import { humanValue } from "../../../kit/field-names.ts";

/** Labels of parts without a provider name. */
export interface ProviderWords {
  builtInModel: string;
  ownServer: string;
  offline: string;
}

/** One short line: "OpenAI · gpt-4.1-mini". */
export function modelLabel(model: Model, words: ProviderWords): string {
  if (model.provider === "callwright") return words.builtInModel;
  if (model.provider === "custom-llm") return `${words.ownServer} · ${model.model}`;
  return `${humanValue(model.provider)} · ${model.model}`;
}

/** One short line: "Offline · Slt". */
export function voiceLabel(voice: Voice, words: ProviderWords): string {
  if (voice.provider !== "callwright") return `${humanValue(voice.provider)} · ${voice.voiceId}`;
  return `${words.offline} · ${OFFLINE_VOICES.find(({ id }) => id === voice.voiceId)?.name ?? voice.voiceId}`;
}
