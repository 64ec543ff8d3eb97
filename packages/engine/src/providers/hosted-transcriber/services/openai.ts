import { DEFAULT_MODELS } from "@callwright/contract";
import { writePcm } from "../../../media/wave.ts";
import { hostedService, socketAt } from "../hosted-service.ts";
import type { HostedTranscriber } from "../hosted-transcriber.ts";
import { languageCode, objectOf, settingText, textOf } from "../json-fields.ts";
import type { JsonObject, ServiceMessage, ServiceProtocol, StreamingTranscriber } from "../streaming-transcriber.ts";

const PROVIDER = "openai";
const BASE_URL = "https://api.openai.com/v1";
const DEFAULT_MODEL = DEFAULT_MODELS.transcriber.openai;
/** The only rate that the service takes. */
const SAMPLE_RATE = 24_000;
/** The service ends an utterance after this silence. The call's own endpointing decides about the turn. */
const SILENCE_MS = 200;
const COMMIT = JSON.stringify({ type: "input_audio_buffer.commit" });
const NOTHING_TO_COMMIT = "input_audio_buffer_commit_empty";
/** Failed utterances in a row that end the connection. */
const FAILURES_MAX = 2;

/** These models detect no turns: a message reports that the caller has stopped. */
const transcribesAsSpoken = (model: string) => /^gpt-(?:live|realtime)-/.test(model);

/**
 * OpenAI's realtime transcription, not its transcription of files: the sound has already arrived when the caller stops speaking, so the words come
 * sooner, and in pieces. https://developers.openai.com/api/docs/guides/realtime-transcription and its client 7.59.0, read on 2026-11-29.
 */
export const openAi: HostedTranscriber<StreamingTranscriber> = {
  provider: PROVIDER,
  settings: ["model", "language"],
  open(settings, context) {
    const service = hostedService(PROVIDER, BASE_URL, settings.model ?? DEFAULT_MODEL, context);
    const language = settingText(settings.language);
    const code = languageCode(language);
    const transcription = { model: service.model, ...(code && code !== "multi" && { language: code }) };
    return {
      ...service,
      sampleRate: SAMPLE_RATE,
      language: language ?? "en",
      // A model in the address would make it a conversation.
      address: socketAt(service, "/realtime?intent=transcription"),
      open: () => protocol(transcription),
    };
  },
};

function protocol(transcription: { model: string; language?: string }): ServiceProtocol {
  const findsPauses = !transcribesAsSpoken(transcription.model);
  const input = {
    format: { type: "audio/pcm", rate: SAMPLE_RATE },
    transcription,
    turn_detection: findsPauses
      ? { type: "server_vad", silence_duration_ms: SILENCE_MS, prefix_padding_ms: 300, threshold: 0.5 }
      : null,
  };
  const items = new Items();
  let isReady = false;
  return {
    first: [JSON.stringify({ type: "session.update", session: { type: "transcription", audio: { input } } })],
    awaitsReady: true,
    encode: (samples) => JSON.stringify({ type: "input_audio_buffer.append", audio: writePcm(samples).toString("base64") }),
    ...(!findsPauses && { endOfSpeech: COMMIT }),
    finish: () => {
      items.isFinishing = true;
      return COMMIT;
    },
    *read(message): Iterable<ServiceMessage> {
      const item = textOf(message.item_id);
      switch (textOf(message.type)) {
        case "session.updated":
          isReady = true;
          yield { type: "ready" };
          break;
        case "input_audio_buffer.committed":
          items.commit(item);
          break;
        case "conversation.item.input_audio_transcription.delta":
          yield { type: "words", text: items.grow(item, textOf(message.delta)), final: false };
          break;
        case "conversation.item.input_audio_transcription.completed":
          items.complete(item);
          yield { type: "words", text: textOf(message.transcript), final: true };
          break;
        case "conversation.item.input_audio_transcription.failed":
          yield* items.fail(item, objectOf(message.error));
          break;
        case "error": {
          const error = objectOf(message.error);
          if (textOf(error.code) === NOTHING_TO_COMMIT) items.hasAnswer ||= items.isFinishing;
          // The service continues after most errors.
          else if (!isReady || isFatal(error)) yield failureOf(error);
          break;
        }
      }
      if (items.areDone) yield { type: "ended" };
    },
  };
}

/** Utterances that are being transcribed, by their ids. */
class Items {
  readonly #begun = new Map<string, string>();
  readonly #committed = new Set<string>();
  #failures = 0;
  #tellsCommits = false;
  /** The last sound was sent. */
  isFinishing = false;
  /** Whether the service has sent its text for the last sound. */
  hasAnswer = false;

  /** All sound is transcribed. */
  get areDone(): boolean {
    return this.isFinishing && this.hasAnswer && this.#committed.size === 0;
  }

  commit(id: string): void {
    this.#tellsCommits = true;
    this.#committed.add(id);
    this.hasAnswer = this.isFinishing;
  }

  /** Returns the words so far. */
  grow(id: string, delta: string): string {
    const text = (this.#begun.get(id) ?? "") + delta;
    this.#begun.set(id, text);
    return text;
  }

  complete(id: string): void {
    this.#failures = 0;
    this.#end(id);
  }

  /** After one failure, the service continues. The recognized part of the utterance counts. */
  *fail(id: string, error: JsonObject): Iterable<ServiceMessage> {
    const text = this.#begun.get(id);
    this.#end(id);
    this.#failures += 1;
    if (this.#failures === FAILURES_MAX) yield failureOf(error);
    else if (text) yield { type: "words", text, final: true };
  }

  #end(id: string): void {
    this.#begun.delete(id);
    this.#committed.delete(id);
    if (!this.#tellsCommits) this.hasAnswer = this.isFinishing;
  }
}

const STATUSES: Readonly<Record<string, number>> = {
  invalid_api_key: 401,
  model_not_found: 404,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  server_error: 500,
};

const statusOf = ({ code, type }: JsonObject) => STATUSES[textOf(code)] ?? STATUSES[textOf(type)];
const failureOf = (error: JsonObject): ServiceMessage => ({
  type: "failed",
  status: statusOf(error),
  message: textOf(error.message),
});

const isFatal = (error: JsonObject) => (statusOf(error) ?? 500) < 500 || textOf(error.code) === "session_expired";
