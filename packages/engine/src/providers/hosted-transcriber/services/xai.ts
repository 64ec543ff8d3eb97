import { hostedService, socketAt } from "../hosted-service.ts";
import type { HostedTranscriber } from "../hosted-transcriber.ts";
import { numberOf, queryOf, settingText, textOf } from "../json-fields.ts";
import type { ServiceMessage, ServiceProtocol } from "../streaming-transcriber.ts";

const PROVIDER = "xai";
const BASE_URL = "https://api.x.ai/v1";
/** An utterance ends after this silence. The call's own endpointing decides about the turn. */
const SILENCE_MS = 100;

/** xAI's streaming API. https://docs.x.ai/developers/model-capabilities/audio/speech-to-text, read on 2026-11-24. */
export const xai: HostedTranscriber = {
  provider: PROVIDER,
  settings: ["language"],
  open(settings, context) {
    const service = hostedService(PROVIDER, BASE_URL, settings.model ?? "default", context);
    const language = settingText(settings.language) ?? "en";
    const query = queryOf({
      encoding: "pcm",
      sample_rate: 16_000,
      interim_results: true,
      endpointing: SILENCE_MS,
      language: language === "multi" ? undefined : language,
    });
    return {
      ...service,
      language,
      address: socketAt(service, `/stt?${query}`),
      open: protocol,
    };
  },
};

/** Final pieces of an utterance come separately, and again with the whole utterance at its end. */
function protocol(): ServiceProtocol {
  let hasPieces = false;
  return {
    awaitsReady: true,
    finish: () => JSON.stringify({ type: "audio.done" }),
    *read(message): Iterable<ServiceMessage> {
      const heard = { text: textOf(message.text), language: settingText(message.language) };
      switch (textOf(message.type)) {
        case "transcript.created":
          yield { type: "ready" };
          break;
        case "transcript.partial": {
          const isWhole = message.speech_final === true;
          const isPiece = message.is_final === true && !isWhole;
          yield { type: "words", ...heard, final: isPiece || (isWhole && !hasPieces) };
          hasPieces = isWhole ? false : hasPieces || isPiece;
          break;
        }
        case "transcript.done":
          if (!hasPieces) yield { type: "words", ...heard, final: true };
          yield { type: "ended" };
          break;
        case "error":
          yield { type: "failed", status: numberOf(message.code), message: textOf(message.message) };
          break;
      }
    },
  };
}
