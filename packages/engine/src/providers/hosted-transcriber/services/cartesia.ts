import { DEFAULT_MODELS } from "@callwright/contract";
import { hostedService, socketAt } from "../hosted-service.ts";
import type { HostedTranscriber } from "../hosted-transcriber.ts";
import { languageCode, numberOf, queryOf, settingText, textOf } from "../json-fields.ts";
import type { JsonObject, ServiceMessage, ServiceProtocol } from "../streaming-transcriber.ts";

const PROVIDER = "cartesia";
const BASE_URL = "https://api.cartesia.ai";
const VERSION = "2026-03-01";
const DEFAULT_MODEL = DEFAULT_MODELS.transcriber.cartesia;
const SOUND = { encoding: "pcm_s16le", sample_rate: 16_000 };

/** Whether the model detects turns. Such models only know English. */
const findsTurns = (model: string) => !model.startsWith("ink-whisper");

/**
 * Cartesia: Ink-Whisper, which needs a message when the caller stops, and models that find turns by themselves.
 * https://docs.cartesia.ai/api-reference/stt/stt and https://docs.cartesia.ai/api-reference/stt/turns/websocket, read on 2026-11-24.
 */
export const cartesia: HostedTranscriber = {
  provider: PROVIDER,
  settings: ["model", "language"],
  problem({ model = DEFAULT_MODEL, language }) {
    if (!findsTurns(model) || !language || /^en\b/i.test(language)) return undefined;
    return `${model} of cartesia knows English only, not '${language}'. Choose ink-whisper.`;
  },
  open(settings, context) {
    const service = hostedService(PROVIDER, BASE_URL, settings.model ?? DEFAULT_MODEL, context);
    const { model } = service;
    const language = languageCode(settings.language) ?? "en";
    const [path, query, open] = findsTurns(model)
      ? ["/stt/turns/websocket", { model, ...SOUND }, turnProtocol]
      : ["/stt/websocket", { model, language, ...SOUND }, whisperProtocol];
    return {
      ...service,
      language,
      address: socketAt(service, `${path}?${queryOf(query)}`, { "x-api-key": service.apiKey, "cartesia-version": VERSION }),
      open,
    };
  },
};

const failure = (message: JsonObject): ServiceMessage => ({
  type: "failed",
  status: numberOf(message.status_code) ?? numberOf(message.code),
  message: textOf(message.message) || textOf(message.title),
});

/** Its texts are the words since the last final one. */
const whisperProtocol = (): ServiceProtocol => ({
  endOfSpeech: "finalize",
  finish: () => "close",
  *read(message): Iterable<ServiceMessage> {
    const type = textOf(message.type);
    if (type === "error") yield failure(message);
    if (type === "done") yield { type: "ended" };
    if (type !== "transcript") return;
    const final = message.is_final === true;
    yield { type: "words", text: textOf(message.text), final, language: settingText(message.language) };
  },
});

const turnProtocol = (): ServiceProtocol => ({
  awaitsReady: true,
  finish: () => JSON.stringify({ type: "close" }),
  *read(message): Iterable<ServiceMessage> {
    const type = textOf(message.type);
    if (type === "connected") yield { type: "ready" };
    if (type === "error") yield failure(message);
    if (type === "turn.update" || type === "turn.eager_end" || type === "turn.end")
      yield { type: "words", text: textOf(message.transcript), final: type === "turn.end" };
  },
});
