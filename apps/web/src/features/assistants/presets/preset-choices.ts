import { type Model, OFFLINE_VOICES, type Transcriber, type Voice } from "@callwright/contract";

export const PRESETS = ["fast", "balanced", "best", "local"] as const;
export type Preset = (typeof PRESETS)[number];

/** What a preset sets of a model. Prompt, tools and temperature stay. */
export type ModelChoice = Pick<Model, "provider" | "model" | "url">;

/** By part, in order of preference. The first that runs on the server is set. */
export interface PresetChoices {
  model: readonly ModelChoice[];
  voice: readonly Voice[];
  transcriber: readonly Transcriber[];
}

const BUILT_IN_MODEL: ModelChoice = { provider: "callwright", model: "builtin" };
const OFFLINE_VOICE: Voice = { provider: "callwright", voiceId: OFFLINE_VOICES[0].id };
const OFFLINE_TRANSCRIBER: Transcriber = { provider: "callwright", model: "auto" };

/** Katie at Cartesia and Sarah at ElevenLabs belong to every account there. */
const KATIE: Voice = { provider: "cartesia", voiceId: "f786b574-daa5-4673-aa0c-cbe3e8534c02", model: "sonic-3" };
const SARAH = { provider: "11labs", voiceId: "EXAVITQu4vr4xnSDxMaL" } as const;
const THALIA: Voice = { provider: "deepgram", voiceId: "thalia", model: "aura-2" };
const MARIN: Voice = { provider: "openai", voiceId: "marin", model: "gpt-4o-mini-tts" };

const NOVA: Transcriber = { provider: "deepgram", model: "nova-3" };
const OPENAI_TRANSCRIBER: Transcriber = { provider: "openai", model: "gpt-4o-transcribe" };

/** The choices that depend on no server. */
export const PRESET_CHOICES: Readonly<Record<Exclude<Preset, "local">, PresetChoices>> = {
  fast: {
    model: [
      { provider: "groq", model: "llama-3.3-70b-versatile" },
      { provider: "cerebras", model: "llama-3.3-70b" },
      { provider: "google", model: "gemini-2.5-flash-lite" },
      { provider: "openai", model: "gpt-4.1-mini" },
      { provider: "anthropic", model: "claude-haiku-4-5-20251001" },
      BUILT_IN_MODEL,
    ],
    voice: [KATIE, { ...SARAH, model: "eleven_flash_v2_5" }, THALIA, MARIN, OFFLINE_VOICE],
    transcriber: [{ provider: "deepgram", model: "flux-general-en" }, { provider: "assembly-ai" }, OFFLINE_TRANSCRIBER],
  },
  balanced: {
    model: [
      { provider: "openai", model: "gpt-4.1-mini" },
      { provider: "google", model: "gemini-2.5-flash" },
      { provider: "anthropic", model: "claude-haiku-4-5-20251001" },
      { provider: "groq", model: "llama-3.3-70b-versatile" },
      BUILT_IN_MODEL,
    ],
    voice: [{ ...SARAH, model: "eleven_flash_v2_5" }, KATIE, MARIN, THALIA, OFFLINE_VOICE],
    transcriber: [NOVA, { provider: "assembly-ai" }, OPENAI_TRANSCRIBER, OFFLINE_TRANSCRIBER],
  },
  best: {
    model: [
      { provider: "anthropic", model: "claude-sonnet-4-6" },
      { provider: "openai", model: "gpt-4.1" },
      { provider: "google", model: "gemini-2.5-pro" },
      BUILT_IN_MODEL,
    ],
    voice: [{ ...SARAH, model: "eleven_multilingual_v2" }, KATIE, MARIN, OFFLINE_VOICE],
    transcriber: [NOVA, OPENAI_TRANSCRIBER, { provider: "assembly-ai" }, OFFLINE_TRANSCRIBER],
  },
};

/** What the server itself offers: models beside it, and installed voices and recognizers that are fast enough on it. */
export interface LocalOffers {
  models: readonly { url: string; model: string }[];
  /** That know the language, each with all of its languages. */
  voices: readonly { id: string; languages: readonly string[] }[];
  recognizers: readonly { id: string; languages: readonly string[] }[];
  /** Of the assistant's callers. ISO 639-1. */
  language: string;
}

/** The language of a transcriber as ISO 639-1; English where it names none, as `multi` does. */
export function spokenLanguage(language = ""): string {
  return /^[a-z]{2}(?=[-_]|$)/i.exec(language)?.[0].toLowerCase() ?? "en";
}

/** The choices of a preset on a server. `local` never leaves it. */
export function choicesOf(preset: Preset, { models, voices, recognizers, language }: LocalOffers): PresetChoices {
  if (preset !== "local") return PRESET_CHOICES[preset];
  // A model's first language counts where none is set.
  const spoken = ({ languages }: { languages: readonly string[] }) => (languages[0] === language ? {} : { language });
  return {
    model: [...models.map((model): ModelChoice => ({ provider: "custom-llm", ...model })), BUILT_IN_MODEL],
    voice: [...voices.map((voice): Voice => ({ provider: "callwright", voiceId: voice.id, ...spoken(voice) })), OFFLINE_VOICE],
    transcriber: [
      ...recognizers.map((each): Transcriber => ({ provider: "callwright", model: each.id, ...spoken(each) })),
      { ...OFFLINE_TRANSCRIBER, ...spoken({ languages: ["en"] }) },
    ],
  };
}
