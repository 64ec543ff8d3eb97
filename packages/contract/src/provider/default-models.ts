import type { Transcriber } from "./transcriber.ts";
import type { Voice } from "./voice.ts";

/** The models of voices and transcribers whose settings name none. `neural` and `speech` are our names for what Azure does not name. */
export const DEFAULT_MODELS = {
  voice: {
    "11labs": "eleven_flash_v2_5",
    azure: "neural",
    cartesia: "sonic-3",
    deepgram: "aura-2",
    inworld: "inworld-tts-1",
    lmnt: "blizzard",
    microsoft: "neural",
    minimax: "speech-02-turbo",
    openai: "gpt-4o-mini-tts",
    "rime-ai": "mistv2",
    "smallest-ai": "lightning_v3.1_pro",
  },
  transcriber: {
    "11labs": "scribe_v2_realtime",
    "assembly-ai": "universal-streaming-english",
    azure: "speech",
    cartesia: "ink-whisper",
    deepgram: "nova-3",
    gladia: "solaria-1",
    google: "gemini-2.5-flash",
    openai: "gpt-4o-transcribe",
    soniox: "stt-rt-v5",
    speechmatics: "enhanced",
    talkscriber: "whisper",
  },
} as const;

/** The model that a voice or a transcriber uses, by which its provider charges. `default`: the provider names none. */
export function modelNameOf(part: "voice" | "transcriber", { provider, model }: Voice | Transcriber): string {
  const defaults: Readonly<Record<string, string>> = DEFAULT_MODELS[part];
  return typeof model === "string" && model !== "" ? model : (defaults[provider] ?? "default");
}
