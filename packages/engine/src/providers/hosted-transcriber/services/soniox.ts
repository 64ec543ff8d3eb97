import { DEFAULT_MODELS, type Transcriber } from "@callwright/contract";
import { hostedService, socketAt } from "../hosted-service.ts";
import type { HostedTranscriber } from "../hosted-transcriber.ts";
import { languageCode, listOf, meanConfidence, numberOf, settingText, settingTexts, textOf } from "../json-fields.ts";
import type { JsonObject, ServiceMessage, ServiceProtocol } from "../streaming-transcriber.ts";

const PROVIDER = "soniox";
const BASE_URL = "https://stt-rt.soniox.com";
const DEFAULT_MODEL = DEFAULT_MODELS.transcriber.soniox;
/** Tokens that are no words: the end of an utterance, and of what was finalized. */
const MARKS = new Set(["<end>", "<fin>"]);

/**
 * Soniox' WebSocket API. https://soniox.com/docs/stt/api-reference/websocket-api, read on 2026-11-24. The key goes with the connection:
 * from 2027-01-15, one in the first message alone is refused. https://soniox.com/docs/guides/migrate-websocket-authentication, read on
 * 2026-11-30.
 */
export const soniox: HostedTranscriber = {
  provider: PROVIDER,
  settings: [
    ...["model", "language", "languages", "languageHintsStrict", "maxEndpointDelayMs"],
    ...["customVocabulary", "contextGeneral"],
  ],
  ignored: (settings): Record<string, string> =>
    languagesOf(settings).length > 0 ? {} : { languageHintsStrict: "Without language or languages, soniox hears all of them." },
  open(settings, context) {
    const service = hostedService(PROVIDER, BASE_URL, settings.model ?? DEFAULT_MODEL, context);
    const hints = languagesOf(settings);
    const endpointDelay = numberOf(settings.maxEndpointDelayMs);
    const [terms = [], general] = [settingTexts(settings.customVocabulary), listOf(settings.contextGeneral)];
    const known = { ...(general.length > 0 && { general }), ...(terms.length > 0 && { terms }) };
    return {
      ...service,
      language: hints[0] ?? "",
      address: socketAt(service, "/transcribe-websocket"),
      open: () =>
        protocol({
          model: service.model,
          audio_format: "pcm_s16le",
          sample_rate: 16_000,
          num_channels: 1,
          enable_endpoint_detection: true,
          enable_language_identification: true,
          ...(hints.length > 0 && { language_hints: hints }),
          ...(hints.length > 0 && settings.languageHintsStrict === true && { language_hints_strict: true }),
          ...(endpointDelay !== undefined && { max_endpoint_delay_ms: endpointDelay }),
          ...(Object.keys(known).length > 0 && { context: known }),
        }),
    };
  },
};

/** The service has languages without countries. Empty: all languages. */
const languagesOf = ({ language, languages }: Transcriber): string[] =>
  (settingTexts(languages) ?? settingTexts([language].filter(Boolean)) ?? []).flatMap((each) =>
    each === "multi" ? [] : (languageCode(each) ?? []),
  );

/** Final tokens come once, others repeatedly until they are final. */
function protocol(config: JsonObject): ServiceProtocol {
  let finals: JsonObject[] = [];
  function* endUtterance(): Iterable<ServiceMessage> {
    if (finals.length > 0) yield { type: "words", ...wordsOf(finals), final: true };
    finals = [];
  }
  return {
    first: [JSON.stringify(config)],
    finish: () => "",
    *read(message): Iterable<ServiceMessage> {
      const tokens = listOf(message.tokens);
      for (const token of tokens.filter(({ is_final }) => is_final === true))
        if (MARKS.has(textOf(token.text))) yield* endUtterance();
        else finals.push(token);
      const open = tokens.filter(({ is_final, text }) => is_final !== true && !MARKS.has(textOf(text)));
      if (finals.length + open.length > 0) yield { type: "words", ...wordsOf([...finals, ...open]), final: false };
      if (message.error_code !== undefined || message.error_message !== undefined)
        yield { type: "failed", status: Number(message.error_code) || undefined, message: textOf(message.error_message) };
      if (message.finished !== true) return;
      yield* endUtterance();
      yield { type: "ended" };
    },
  };
}

function wordsOf(tokens: readonly JsonObject[]) {
  const text = tokens.map((token) => textOf(token.text)).join("");
  return { text, confidence: meanConfidence(tokens), language: settingText(tokens.at(-1)?.language) };
}
