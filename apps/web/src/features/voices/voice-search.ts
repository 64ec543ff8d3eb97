import { VOICE_LIBRARY_PROVIDERS, type VoiceLibraryProvider } from "@callwright/contract";
import { oneOf, searchOf, typed } from "../../kit/search-params.ts";

const isForeign = (provider: VoiceLibraryProvider) => provider !== "callwright";

/** The screen's state in the address. No `view` is the library. No provider is our own: offline voices. */
export const voiceSearch = searchOf({
  /** Parts of the screen beside the library. */
  view: oneOf(["local", "pronunciation"]),
  provider: oneOf(VOICE_LIBRARY_PROVIDERS.filter(isForeign)),
  q: typed,
  gender: typed,
  accent: typed,
  language: typed,
});
export type VoiceSearch = ReturnType<typeof voiceSearch>;
