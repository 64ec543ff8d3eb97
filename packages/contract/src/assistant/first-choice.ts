import type { Catalog } from "../catalog/catalog.ts";
import { DEFAULT_MODELS } from "../catalog/default-models.ts";
import { VOICE_NAMES } from "../catalog/voice-names.ts";
import type { Transcriber } from "../provider/transcriber.ts";
import type { Voice } from "../provider/voice.ts";

/** The initial model of a provider: the first of its names that has not ended. "" if its models are unknown. */
export function firstModelOf(provider: string, catalog: Catalog, nowMs: number): string {
  return provider === "callwright" ? "builtin" : (catalog.names("model", provider, nowMs)[0] ?? "");
}

/** Names of a provider's voices to choose from; other names are valid too. */
export const voiceNamesOf = (provider: string): readonly string[] =>
  (VOICE_NAMES as Readonly<Record<string, readonly string[]>>)[provider] ?? [];

/** The fields that a provider needs besides the voice. The user enters the address of a custom voice. */
const VOICE_NEEDS: Readonly<Record<string, object>> = { neuphonic: { language: "en" }, "custom-voice": { server: {} } };

/** A voice of the provider to begin with. */
export function firstVoiceOf(provider: string): Voice {
  const [voiceId] = voiceNamesOf(provider);
  return { provider: provider as Voice["provider"], ...(voiceId !== undefined && { voiceId }), ...VOICE_NEEDS[provider] };
}

/** The fields that a provider needs besides its name. The user enters the address of a custom transcriber. */
const TRANSCRIBER_NEEDS: Readonly<Record<string, object>> = {
  openai: { model: DEFAULT_MODELS.transcriber.openai },
  "custom-transcriber": { server: {} },
};

/** A transcriber of the provider to begin with. */
export function firstTranscriberOf(provider: string): Transcriber {
  return { provider: provider as Transcriber["provider"], ...TRANSCRIBER_NEEDS[provider] };
}
