import { DEFAULT_MODELS } from "@callwright/contract";
import { asName } from "../../voice-catalog/voice-catalog.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice.openai;

const takesInstructions = (model: unknown) => !/^tts-1/.test(String(model));

/** OpenAI has no request for the list of voices. */
const VOICES = [
  ...["alloy", "ash", "ballad", "cedar", "coral", "echo", "fable"],
  ...["marin", "nova", "onyx", "sage", "shimmer", "verse"],
];

/** OpenAI's speech endpoint, which ends with its last model on January 6, 2027. */
export const openAiVoice: VoiceService = {
  provider: "openai",
  source: "https://platform.openai.com/docs/api-reference/audio/createSpeech and its client 7.59.0, 2026-11-29",
  settings: ["model", "instructions", "speed"],
  ignored: ({ model = DEFAULT_MODEL }): Record<string, string> =>
    takesInstructions(model) ? {} : { instructions: `${model} takes no instructions.` },
  baseUrl: "https://api.openai.com/v1",
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  request(text, { voice: { voiceId, model = DEFAULT_MODEL, instructions, speed } }) {
    return {
      path: "/audio/speech",
      body: {
        model,
        voice: voiceId,
        input: text,
        response_format: "pcm",
        ...givenFields({ speed, instructions: takesInstructions(model) ? instructions : undefined }),
      },
    };
  },
  catalog: {
    source: "https://platform.openai.com/docs/guides/text-to-speech#voice-options, 2026-11-24",
    needsKey: false,
    list: async () => VOICES.map((voiceId) => ({ voiceId, name: asName(voiceId), isPublic: true })),
  },
};
