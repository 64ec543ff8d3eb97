import { defineNoun } from "../wire/noun.ts";

export const voiceLibraryNoun = defineNoun({
  thing: "VoiceLibrary",
  plural: "VoiceLibrary",
  label: "voice library",
  changes: [],
  addresses: {
    listLibraryVoices: "GET /voice-library/{provider}",
    getOfferedVoices: "GET /voice-library/{provider}/offered own",
    listVoiceAccents: "GET /voice-library/{provider}/accents",
    previewLibraryVoice: "GET /voice-library/{provider}/{voiceId}/preview audio/wav",
    syncProviderVoices: "POST /voice-library/sync/{provider}",
    syncVoiceLibrary: "POST /voice-library/sync",
    createSesameVoice: "POST /voice-library/create-sesame-voice void",
  },
});
