import { DEFAULT_MODELS, type Transcriber } from "@callwright/contract";
import { writePcm } from "../../../media/wave.ts";
import { hostedService, socketAt } from "../hosted-service.ts";
import type { HostedTranscriber } from "../hosted-transcriber.ts";
import { languageCode, listOf, meanConfidence, numberOf, objectOf, settingText, textOf } from "../json-fields.ts";
import type { JsonObject, ServiceMessage, ServiceProtocol } from "../streaming-transcriber.ts";

const PROVIDER = "speechmatics";
const REGIONS: Readonly<Record<string, string>> = { eu: "https://eu.rt.speechmatics.com", us: "https://us.rt.speechmatics.com" };
/** An utterance ends after this silence. The call's own endpointing decides about the turn. */
const SILENCE_SECONDS = 0.5;

/** Speechmatics' realtime API. https://docs.speechmatics.com/api-ref/realtime-transcription-websocket and its client 8.5.1, read on 2026-11-29. */
export const speechmatics: HostedTranscriber = {
  provider: PROVIDER,
  settings: ["language", "operatingPoint", "region", "maxDelay", "customVocabulary", "removeDisfluencies"],
  ignored(settings): Record<string, string> {
    const seconds = maxDelaySeconds(settings);
    return seconds === undefined || seconds * 1_000 === settings.maxDelay
      ? {}
      : { maxDelay: `The nearest delay of speechmatics is ${seconds} s.` };
  },
  open(settings, context) {
    const region = settingText(settings.region) ?? "eu";
    const model = settingText(settings.operatingPoint) ?? DEFAULT_MODELS.transcriber.speechmatics;
    const service = hostedService(PROVIDER, REGIONS[region] ?? `https://${region}.rt.speechmatics.com`, model, context);
    const language = languageCode(settings.language) ?? "en";
    return {
      ...service,
      language,
      address: socketAt(service, "/v2"),
      open: () => protocol(recognitionConfig(language, model, settings)),
    };
  },
};

/** The delays that the service takes, in seconds. */
const MAX_DELAY = { least: 0.7, most: 4 };

/** The setting has milliseconds, the service takes seconds. */
function maxDelaySeconds({ maxDelay }: Transcriber): number | undefined {
  const wanted = numberOf(maxDelay);
  return wanted === undefined ? undefined : Math.min(Math.max(wanted / 1_000, MAX_DELAY.least), MAX_DELAY.most);
}

function recognitionConfig(language: string, model: string, settings: Transcriber): JsonObject {
  const vocabulary = listOf(settings.customVocabulary).map(({ content, soundsLike }) => ({ content, sounds_like: soundsLike }));
  return {
    language,
    model,
    enable_partials: true,
    max_delay: maxDelaySeconds(settings),
    additional_vocab: vocabulary.length === 0 ? undefined : vocabulary,
    transcript_filtering_config: settings.removeDisfluencies === true ? { remove_disfluencies: true } : undefined,
    conversation_config: { end_of_utterance_silence_trigger: SILENCE_SECONDS },
  };
}

const STATUSES: Readonly<Record<string, number>> = {
  not_authorised: 401,
  not_allowed: 403,
  insufficient_funds: 403,
  quota_exceeded: 429,
  internal_error: 500,
  job_error: 500,
};

/** Final words come in pieces; the end of an utterance makes them one. */
function protocol(config: JsonObject): ServiceProtocol {
  const audio_format = { type: "raw", encoding: "pcm_s16le", sample_rate: 16_000 };
  let sent = 0;
  let finals: JsonObject[] = [];
  const textIn = (message: JsonObject) => textOf(objectOf(message.metadata).transcript);
  const said = () => finals.map(textIn).join("");
  const best = (message: JsonObject) => listOf(message.results).flatMap(({ alternatives }) => listOf(alternatives).slice(0, 1));
  function* endUtterance(): Iterable<ServiceMessage> {
    if (finals.length > 0) yield { type: "words", text: said(), final: true, confidence: meanConfidence(finals.flatMap(best)) };
    finals = [];
  }
  return {
    first: [JSON.stringify({ message: "StartRecognition", audio_format, transcription_config: config })],
    awaitsReady: true,
    encode: (samples) => {
      sent += 1;
      return writePcm(samples);
    },
    finish: () => JSON.stringify({ message: "EndOfStream", last_seq_no: sent }),
    *read(message): Iterable<ServiceMessage> {
      switch (textOf(message.message)) {
        case "RecognitionStarted":
          yield { type: "ready" };
          break;
        case "AddPartialTranscript":
          yield { type: "words", text: said() + textIn(message), final: false };
          break;
        case "AddTranscript":
          if (textIn(message) !== "") finals.push(message);
          yield { type: "words", text: said(), final: false };
          break;
        case "EndOfUtterance":
          yield* endUtterance();
          break;
        case "EndOfTranscript":
          yield* endUtterance();
          yield { type: "ended" };
          break;
        case "Error":
          yield { type: "failed", status: STATUSES[textOf(message.type)], message: textOf(message.reason) };
          break;
      }
    },
  };
}
