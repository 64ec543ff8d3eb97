import { DEFAULT_MODELS, type Transcriber } from "@callwright/contract";
import type { ProviderContext } from "../../provider.ts";
import { hostedService } from "../hosted-service.ts";
import { objectOf, settingText, textOf } from "../json-fields.ts";
import { base64Of } from "../service-connection.ts";
import { socketUrl } from "../socket-url.ts";
import type { ServiceMessage, StreamingTranscriber, TranscriberSession } from "../streaming-transcriber.ts";

const PROVIDER = "openai";
const BASE_URL = "https://api.openai.com/v1";
const DEFAULT_MODEL = DEFAULT_MODELS.transcriber.openai;
/** The only rate that the service takes. */
const SAMPLE_RATE = 24_000;
/** The service ends an utterance after this silence. The call's own endpointing decides about the turn. */
const SILENCE_MS = 200;

/**
 * OpenAI's realtime transcription, not its transcription of files: the sound has arrived when the caller stops speaking, so that the words come
 * sooner, and they come in pieces. https://developers.openai.com/api/docs/guides/realtime-transcription, read on 2026-11-24.
 */
export function openAi(settings: Transcriber, context: ProviderContext): StreamingTranscriber {
  const service = hostedService(PROVIDER, BASE_URL, settings.model ?? DEFAULT_MODEL, context);
  const language = settingText(settings.language);
  // It knows languages, not countries.
  const [code] = language?.split("-") ?? [];
  const transcription = { model: service.model, ...(code && code !== "multi" && { language: code }) };
  return {
    ...service,
    sampleRate: SAMPLE_RATE,
    language: language ?? "en",
    // A model in the address would make it a conversation.
    address: () => ({
      url: `${socketUrl(service.baseUrl)}/realtime?intent=transcription`,
      headers: { authorization: `Bearer ${service.apiKey}` },
    }),
    open: () => session(transcription),
  };
}

function session(transcription: { model: string; language?: string }): TranscriberSession {
  const input = {
    format: { type: "audio/pcm", rate: SAMPLE_RATE },
    transcription,
    turn_detection: { type: "server_vad", silence_duration_ms: SILENCE_MS, prefix_padding_ms: 300, threshold: 0.5 },
  };
  /** Words of utterances that are being transcribed, by their id. */
  const begun = new Map<string, string>();
  let isFinishing = false;
  return {
    first: [JSON.stringify({ type: "session.update", session: { type: "transcription", audio: { input } } })],
    awaitsReady: true,
    encode: (samples) => JSON.stringify({ type: "input_audio_buffer.append", audio: base64Of(samples) }),
    finish: () => {
      isFinishing = true;
      return JSON.stringify({ type: "input_audio_buffer.commit" });
    },
    *read(message): Iterable<ServiceMessage> {
      const item = textOf(message.item_id);
      switch (textOf(message.type)) {
        case "session.updated":
          yield { type: "ready" };
          break;
        case "conversation.item.input_audio_transcription.delta": {
          const text = (begun.get(item) ?? "") + textOf(message.delta);
          begun.set(item, text);
          yield { type: "words", text, final: false };
          break;
        }
        case "conversation.item.input_audio_transcription.completed":
          begun.delete(item);
          yield { type: "words", text: textOf(message.transcript), final: true };
          if (isFinishing) yield { type: "ended" };
          break;
        case "conversation.item.input_audio_transcription.failed":
        case "error": {
          const error = objectOf(message.error);
          // At the end, all sound may be transcribed already.
          if (textOf(error.code) === "input_audio_buffer_commit_empty") yield { type: "ended" };
          else yield { type: "failed", status: statusOf(error), message: textOf(error.message) };
          break;
        }
      }
    },
  };
}

function statusOf(error: Readonly<Record<string, unknown>>): number | undefined {
  const code = textOf(error.code) || textOf(error.type);
  if (code === "invalid_api_key") return 401;
  if (code === "rate_limit_exceeded" || code === "insufficient_quota") return 429;
  if (code === "model_not_found") return 404;
  return code === "server_error" ? 500 : undefined;
}
