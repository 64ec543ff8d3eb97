import { DEFAULT_MODELS, parseUrl, type Transcriber } from "@callwright/contract";
import { askService } from "../ask-service.ts";
import { hostedService, notUnderstood } from "../hosted-service.ts";
import type { HostedTranscriber } from "../hosted-transcriber.ts";
import { numberOf, objectOf, queryOf, settingFlag, settingText, settingTexts, textOf } from "../json-fields.ts";
import type { JsonObject, ServiceMessage, ServiceProtocol } from "../streaming-transcriber.ts";

const PROVIDER = "gladia";
const BASE_URL = "https://api.gladia.io";
/** Model of its second API; `fast` and `accurate` are models of the first. */
const MODEL = DEFAULT_MODELS.transcriber.gladia;

/** Gladia: a session by a request, then its WebSocket. https://docs.gladia.io/api-reference/v2/live/init, read on 2026-11-24. */
export const gladia: HostedTranscriber = {
  provider: PROVIDER,
  settings: [
    ...["model", "language", "languages", "languageBehaviour", "audioEnhancer", "confidenceThreshold", "endpointing"],
    ...["speechThreshold", "customVocabularyEnabled", "customVocabularyConfig", "region", "receivePartialTranscripts"],
  ],
  open(settings, context) {
    const named = settings.model === "fast" || settings.model === "accurate" ? undefined : settings.model;
    const service = hostedService(PROVIDER, BASE_URL, named ?? MODEL, context);
    const url = `${service.baseUrl}/v2/live?${queryOf({ region: settingText(settings.region) })}`;
    const headers = { "x-gladia-key": service.apiKey, "content-type": "application/json" };
    return {
      ...service,
      language: languagesOf(settings)[0] ?? "",
      confidenceThreshold: numberOf(settings.confidenceThreshold),
      finalOnly: settings.receivePartialTranscripts === false,
      async address(signal) {
        const body = JSON.stringify(sessionConfig(service.model, settings));
        const answer = await askService(service, { url, headers, body }, signal);
        if (!parseUrl(textOf(answer.url))) throw notUnderstood(service);
        return { url: textOf(answer.url), headers: {} };
      },
      open: protocol,
    };
  },
};

function languagesOf({ language, languages }: Transcriber): string[] {
  const several = typeof languages === "string" ? [languages] : settingTexts(languages);
  const all = several ?? settingTexts([language].filter(Boolean)) ?? [];
  return all.filter((each) => each !== "multi");
}

function sessionConfig(model: string, settings: Transcriber): JsonObject {
  const vocabulary = objectOf(settings.customVocabularyConfig);
  const hasVocabulary = settings.customVocabularyEnabled !== false && Array.isArray(vocabulary.vocabulary);
  return {
    model,
    encoding: "wav/pcm",
    bit_depth: 16,
    sample_rate: 16_000,
    channels: 1,
    endpointing: numberOf(settings.endpointing),
    language_config: {
      languages: languagesOf(settings),
      code_switching: settings.languageBehaviour === "automatic multiple languages",
    },
    pre_processing: {
      audio_enhancer: settingFlag(settings.audioEnhancer),
      speech_threshold: numberOf(settings.speechThreshold),
    },
    realtime_processing: hasVocabulary
      ? {
          custom_vocabulary: true,
          custom_vocabulary_config: {
            vocabulary: vocabulary.vocabulary,
            default_intensity: numberOf(vocabulary.defaultIntensity),
          },
        }
      : undefined,
    messages_config: {
      receive_partial_transcripts: settings.receivePartialTranscripts !== false,
      receive_final_transcripts: true,
      receive_speech_events: false,
      receive_acknowledgments: false,
      receive_lifecycle_events: true,
    },
  };
}

const protocol = (): ServiceProtocol => ({
  finish: () => JSON.stringify({ type: "stop_recording" }),
  *read(message): Iterable<ServiceMessage> {
    const type = textOf(message.type);
    if (type === "end_recording" || type === "end_session") yield { type: "ended" };
    else if (type === "error") {
      const error = objectOf(message.error ?? message.data);
      yield { type: "failed", status: numberOf(error.status_code), message: textOf(error.message) || textOf(message.message) };
    } else if (type === "transcript") {
      const { is_final, utterance } = objectOf(message.data);
      const { text, confidence, language } = objectOf(utterance);
      const heard = { text: textOf(text), confidence: numberOf(confidence), language: settingText(language) };
      yield { type: "words", ...heard, final: is_final === true };
    }
  },
});
