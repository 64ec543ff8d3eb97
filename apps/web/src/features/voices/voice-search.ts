import { VOICE_LIBRARY_PROVIDERS, type VoiceLibraryProvider } from "@callwright/contract";

export const VOICE_FILTERS = ["q", "gender", "accent", "language"] as const;

/** Parts of the screen beside the library. */
export const VOICE_VIEWS = ["local", "pronunciation"] as const;

/** The screen's state in the address. No `view` is the library. No provider is our own: offline voices. */
export type VoiceSearch = { view?: (typeof VOICE_VIEWS)[number]; provider?: VoiceLibraryProvider } & {
  [Name in (typeof VOICE_FILTERS)[number]]?: string;
};

export function voiceSearch(search: Record<string, unknown>): VoiceSearch {
  const provider = VOICE_LIBRARY_PROVIDERS.find((each) => each === search.provider);
  const view = VOICE_VIEWS.find((each) => each === search.view);
  // A search for digits comes out of the address as a number.
  const texts = VOICE_FILTERS.filter((name) => ["string", "number"].includes(typeof search[name]) && search[name] !== "");
  return {
    ...Object.fromEntries(texts.map((name) => [name, String(search[name])])),
    ...(view ? { view } : {}),
    ...(provider && provider !== "callwright" ? { provider } : {}),
  };
}
