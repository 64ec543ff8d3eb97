import { DEFAULT_MODELS, type Transcriber, VOICE_NAMES, type Voice } from "@callwright/contract";

/** Names of a provider's voices to choose from; other names are valid too. */
export const voiceNames = (provider: string): readonly string[] =>
  (VOICE_NAMES as Readonly<Record<string, readonly string[]>>)[provider] ?? [];

/** What a provider must be told beside the voice. The user enters the address of a custom voice. */
const VOICE_NEEDS: Readonly<Record<string, object>> = { neuphonic: { language: "en" }, "custom-voice": { server: {} } };

/** A voice of the provider to begin with. */
export function voiceOf(provider: string): Voice {
  const [voiceId] = voiceNames(provider);
  return { provider: provider as Voice["provider"], ...(voiceId !== undefined && { voiceId }), ...VOICE_NEEDS[provider] };
}

/** What a provider must be told beside its name. The user enters the address of a custom transcriber. */
const TRANSCRIBER_NEEDS: Readonly<Record<string, object>> = {
  openai: { model: DEFAULT_MODELS.transcriber.openai },
  "custom-transcriber": { server: {} },
};

/** A transcriber of the provider to begin with. */
export function transcriberOf(provider: string): Transcriber {
  return { provider: provider as Transcriber["provider"], ...TRANSCRIBER_NEEDS[provider] };
}

/** The voice in the place of another: of the same provider it keeps the settings, of another one only who takes over if it fails. */
export function withVoice(before: Voice | undefined, voice: Voice): Voice {
  return before?.provider === voice.provider ? { ...before, ...voice } : { ...voice, ...fallbacksOf(before) };
}

/** What another provider keeps: who takes over if it fails. */
export function fallbacksOf<Plan>(part: { fallbackPlan?: Plan | undefined } | undefined): { fallbackPlan?: Plan } {
  return part?.fallbackPlan === undefined ? {} : { fallbackPlan: part.fallbackPlan };
}
