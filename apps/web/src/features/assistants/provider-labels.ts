import { type Model, OFFLINE_VOICES, type Voice } from "@callwright/contract";

/** Names of providers as their makers write them. A provider that is not here is shown by its id. */
const PROVIDER_NAMES: Record<string, string> = {
  "11labs": "ElevenLabs",
  anthropic: "Anthropic",
  azure: "Azure",
  callwright: "Callwright",
  cartesia: "Cartesia",
  deepgram: "Deepgram",
  google: "Google",
  groq: "Groq",
  openai: "OpenAI",
  openrouter: "OpenRouter",
};

export function providerName(provider: string): string {
  return PROVIDER_NAMES[provider] ?? provider;
}

/** Words for what has no maker's name. */
export interface ProviderWords {
  builtInModel: string;
  ownServer: string;
  offline: string;
}

/** One short line: "OpenAI · gpt-4.1-mini". */
export function modelLabel(model: Model, words: ProviderWords): string {
  if (model.provider === "callwright") return words.builtInModel;
  if (model.provider === "custom-llm") return `${words.ownServer} · ${model.model}`;
  return `${providerName(model.provider)} · ${model.model}`;
}

/** One short line: "Offline · Slt". */
export function voiceLabel(voice: Voice, words: ProviderWords): string {
  if (voice.provider !== "callwright") return `${providerName(voice.provider)} · ${voice.voiceId}`;
  return `${words.offline} · ${OFFLINE_VOICES.find(({ id }) => id === voice.voiceId)?.name ?? voice.voiceId}`;
}
