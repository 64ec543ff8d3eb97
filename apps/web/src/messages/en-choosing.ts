/** Texts of choosing a model, voice and transcriber in the editor of an assistant. */
export const enChoosing = {
  choosing: {
    settings: "Settings",
    noProvider: "No provider matches.",
    noSetting: "The provider has no such setting here.",
    addKey: "Add a key for {{provider}}",
    fallbacks: {
      title: "Fallbacks",
      voice: "Fallback voices",
      transcriber: "Fallback transcribers",
      voiceHint: "If the voice fails in a call, the first fallback that works goes on speaking.",
      transcriberHint: "If the transcriber fails in a call, the first fallback that works goes on listening.",
      entry: "Fallback {{index}}",
      add: "Add fallback",
    },
  },
} as const;
