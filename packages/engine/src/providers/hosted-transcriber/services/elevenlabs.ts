import { DEFAULT_MODELS, type Transcriber } from "@callwright/contract";
import { writePcm } from "../../../media/wave.ts";
import type { ProviderContext } from "../../provider.ts";
import { askService, soundForm } from "../ask-service.ts";
import { hostedService, socketAt } from "../hosted-service.ts";
import type { HostedTranscriber, UtteranceTranscriber } from "../hosted-transcriber.ts";
import { listOf, numberOf, queryOf, reasons, settingText, textOf } from "../json-fields.ts";
import type { ServiceMessage, ServiceProtocol, StreamingTranscriber } from "../streaming-transcriber.ts";

const PROVIDER = "11labs";
const BASE_URL = "https://api.elevenlabs.io";
const REALTIME_MODEL = DEFAULT_MODELS.transcriber["11labs"];
/** The service ends an utterance after this silence; its own default is 1.5 s. The call's own endpointing decides about the turn. */
const SILENCE_SECONDS = 0.4;

/** ElevenLabs: its realtime model, and models of files. */
export const elevenLabs: HostedTranscriber = {
  provider: PROVIDER,
  settings: [
    ...["model", "language", "silenceThresholdSeconds", "confidenceThreshold"],
    ...["minSpeechDurationMs", "minSilenceDurationMs"],
  ],
  ignored: (settings) =>
    isRealtime(settings)
      ? {}
      : reasons(
          ["silenceThresholdSeconds", "minSpeechDurationMs", "minSilenceDurationMs"],
          `${settings.model} has no such setting.`,
        ),
  open: (settings, context) => (isRealtime(settings) ? realtime(settings, context) : ofFiles(settings, context)),
};

const isRealtime = ({ model }: Transcriber) => (settingText(model) ?? REALTIME_MODEL).endsWith("_realtime");

/** https://elevenlabs.io/docs/api-reference/speech-to-text/v-1-speech-to-text-realtime and its client 2.73.0, read on 2026-11-29. */
function realtime(settings: Transcriber, context: ProviderContext): StreamingTranscriber {
  const service = hostedService(PROVIDER, BASE_URL, settings.model ?? REALTIME_MODEL, context);
  const language = settingText(settings.language);
  const query = queryOf({
    model_id: service.model,
    audio_format: "pcm_16000",
    commit_strategy: "vad",
    include_timestamps: false,
    language_code: language === "multi" ? undefined : language,
    vad_silence_threshold_secs: numberOf(settings.silenceThresholdSeconds) ?? SILENCE_SECONDS,
    // The platform's name for the level from which sound is speech.
    vad_threshold: numberOf(settings.confidenceThreshold),
    min_speech_duration_ms: numberOf(settings.minSpeechDurationMs),
    min_silence_duration_ms: numberOf(settings.minSilenceDurationMs),
  });
  return {
    ...service,
    language: language ?? "",
    address: socketAt(service, `/v1/speech-to-text/realtime?${query}`, { "xi-api-key": service.apiKey }),
    open: protocol,
  };
}

const STATUSES: Readonly<Record<string, number>> = {
  auth_error: 401,
  unaccepted_terms: 403,
  quota_exceeded: 429,
  rate_limited: 429,
  resource_exhausted: 429,
  transcriber_error: 500,
};
/** Errors after which the service continues. */
const HARMLESS = new Set(["commit_throttled", "insufficient_audio_activity"]);

function protocol(): ServiceProtocol {
  let isFinishing = false;
  const chunk = (audio: string, commit: boolean) =>
    JSON.stringify({ message_type: "input_audio_chunk", audio_base_64: audio, commit, sample_rate: 16_000 });
  return {
    awaitsReady: true,
    encode: (samples) => chunk(writePcm(samples).toString("base64"), false),
    finish: () => {
      isFinishing = true;
      return chunk("", true);
    },
    *read(message): Iterable<ServiceMessage> {
      const type = textOf(message.message_type);
      if (type === "session_started") yield { type: "ready" };
      else if (type === "partial_transcript") yield { type: "words", text: textOf(message.text), final: false };
      else if (type === "committed_transcript") {
        yield { type: "words", text: textOf(message.text), final: true, language: settingText(message.language_code) };
        if (isFinishing) yield { type: "ended" };
      } else if (message.error !== undefined && !HARMLESS.has(type))
        yield { type: "failed", status: STATUSES[type], message: textOf(message.error) };
    },
  };
}

/** These models are asked about each utterance. https://elevenlabs.io/docs/api-reference/speech-to-text/convert, read on 2026-11-24. */
function ofFiles(settings: Transcriber, context: ProviderContext): UtteranceTranscriber {
  const service = hostedService(PROVIDER, BASE_URL, settings.model ?? REALTIME_MODEL, context);
  const language = settingText(settings.language);
  const threshold = numberOf(settings.confidenceThreshold) ?? 0;
  return {
    service,
    recognizer: {
      async recognize(samples, signal) {
        const body = soundForm(samples, {
          model_id: service.model,
          // By default, laughter and other sounds become words.
          tag_audio_events: "false",
          language_code: language === "multi" ? undefined : language,
        });
        const request = { url: `${service.baseUrl}/v1/speech-to-text`, headers: { "xi-api-key": service.apiKey }, body };
        const answer = await askService(service, request, signal);
        const confidence = meanProbability(listOf(answer.words));
        const isDoubtful = confidence !== undefined && confidence < threshold;
        return { text: isDoubtful ? "" : textOf(answer.text).trim(), confidence, language: settingText(answer.language_code) };
      },
    },
  };
}

/** Words have logarithms of their probability. */
function meanProbability(words: ReturnType<typeof listOf>): number | undefined {
  const told = words.flatMap(({ type, logprob }) => (type === "word" ? (numberOf(logprob) ?? []) : []));
  return told.length === 0 ? undefined : Math.exp(told.reduce((sum, each) => sum + each, 0) / told.length);
}
