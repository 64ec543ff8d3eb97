import { defineNoun } from "../wire/noun.ts";

export const localSpeechNoun = defineNoun({
  thing: "LocalSpeech",
  plural: "LocalSpeech",
  label: "natural voice or recognizer",
  changes: [],
  addresses: {
    listLocalSpeech: "GET /local-speech own",
    installLocalSpeech: "POST /local-speech/{modelId}/install own",
    cancelLocalSpeech: "POST /local-speech/{modelId}/cancel own",
    removeLocalSpeech: "DELETE /local-speech/{modelId} own",
  },
});
