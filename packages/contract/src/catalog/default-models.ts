/** The fields with the model of a voice or a transcriber. AssemblyAI calls it `speechModel`. */
interface NamedModel {
  provider: string;
  model?: unknown;
  speechModel?: unknown;
}

/** The models of voices and transcribers whose settings name none: the first rows of their providers. */
export const DEFAULT_MODELS = {
  voice: {
    "11labs": "eleven_flash_v2_5",
    azure: "neural",
    cartesia: "sonic-3.5",
    deepgram: "aura-2",
    inworld: "inworld-tts-1.5-max",
    lmnt: "blizzard",
    microsoft: "neural",
    minimax: "speech-2.8-turbo",
    openai: "gpt-4o-mini-tts",
    "rime-ai": "mistv3",
    "smallest-ai": "lightning_v3.1_pro",
  },
  transcriber: {
    "11labs": "scribe_v2_realtime",
    "assembly-ai": "universal-streaming-english",
    azure: "speech",
    cartesia: "ink-whisper",
    deepgram: "nova-3",
    gladia: "solaria-1",
    google: "gemini-3.5-flash-lite",
    openai: "gpt-transcribe",
    soniox: "stt-rt-v5",
    speechmatics: "enhanced",
    talkscriber: "whisper",
  },
} as const;

/** The model of a voice or a transcriber by which its provider charges. `default`: the provider has no names. */
export function modelNameOf(part: "voice" | "transcriber", { provider, model, speechModel }: NamedModel): string {
  const named = speechModel ?? model;
  const defaults: Readonly<Record<string, string>> = DEFAULT_MODELS[part];
  return typeof named === "string" && named !== "" ? named : (defaults[provider] ?? "default");
}
