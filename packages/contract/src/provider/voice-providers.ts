/** Voice providers of the platform. `callwright` is ours: offline voices. */
export const VOICE_PROVIDERS = [
  "callwright",
  "11labs",
  "azure",
  "cartesia",
  "custom-voice",
  "deepgram",
  "hume",
  "inworld",
  "lmnt",
  "microsoft",
  "minimax",
  "neuphonic",
  "openai",
  "playht",
  "rime-ai",
  "sesame",
  "smallest-ai",
  "tavus",
  "vapi",
  "wellsaid",
  "xai",
] as const;
export type VoiceProvider = (typeof VOICE_PROVIDERS)[number];

/** Providers whose voices can be listed. */
export const VOICE_LIBRARY_PROVIDERS = [...VOICE_PROVIDERS, "orpheus"] as const;
export type VoiceLibraryProvider = (typeof VOICE_LIBRARY_PROVIDERS)[number];
