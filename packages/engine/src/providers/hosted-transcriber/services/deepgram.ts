import { DEFAULT_MODELS, type Transcriber } from "@callwright/contract";
import { hostedService, socketAt } from "../hosted-service.ts";
import type { HostedTranscriber } from "../hosted-transcriber.ts";
import {
  listOf,
  meanConfidence,
  objectOf,
  queryOf,
  reasons,
  settingFlag,
  settingText,
  settingTexts,
  textOf,
} from "../json-fields.ts";
import type { JsonObject, ServiceMessage, ServiceProtocol } from "../streaming-transcriber.ts";

const PROVIDER = "deepgram";
const BASE_URL = "https://api.deepgram.com";
const DEFAULT_MODEL = DEFAULT_MODELS.transcriber.deepgram;
/** Our name for Nova-3 with several languages, which costs more. */
const MULTILINGUAL = `${DEFAULT_MODEL}-multilingual`;
const SOUND = { encoding: "linear16", sample_rate: 16_000 };
const CLOSE = JSON.stringify({ type: "CloseStream" });

const isFlux = (model: string) => model.startsWith("flux");
/** Key terms replace keywords in Flux and newer models. */
const takesKeyTerms = (model: string) => isFlux(model) || /^nova-3/.test(model);
/** Kinds of words that Flux can leave out. */
const FLUX_REDACTIONS: ReadonlySet<string> = new Set(["numbers", "aggressive_numbers"]);

/**
 * Deepgram: Nova by `/v1/listen`, Flux by `/v2/listen`. https://developers.deepgram.com/reference/speech-to-text/listen-streaming and
 * https://developers.deepgram.com/docs/flux/configuration and its client 5.13.0, read on 2026-11-29.
 */
export const deepgram: HostedTranscriber = {
  provider: PROVIDER,
  settings: [
    ...["model", "language", "languages", "smartFormat", "numerals", "profanityFilter", "redaction", "mipOptOut"],
    ...["confidenceThreshold", "eotThreshold", "eotTimeoutMs", "keywords", "keyterm", "endpointing"],
  ],
  ignored({ model: named, keywords, redaction }) {
    const model = settingText(named) ?? DEFAULT_MODEL;
    const hasBoost = settingTexts(keywords)?.some((word) => word.includes(":"));
    const redacts = settingTexts(redaction)?.some((kind) => !FLUX_REDACTIONS.has(kind));
    return {
      ...reasons(
        isFlux(model) ? ["smartFormat", "endpointing"] : ["eotThreshold", "eotTimeoutMs"],
        `${model} has no such setting.`,
      ),
      ...(!takesKeyTerms(model) && { keyterm: `${model} takes keywords instead.` }),
      ...(takesKeyTerms(model) && hasBoost && { keywords: `${model} takes the words as key terms, which have no boost.` }),
      ...(isFlux(model) && redacts && { redaction: `${model} leaves out numbers only.` }),
      ...(model === "flux-general-en" && { languages: `${model} hears English only. Choose flux-general-multi.` }),
    };
  },
  /** An English model turns speech in another language into words that the caller did not say. */
  problem({ model, language }) {
    if (model !== "flux-general-en" || !language || language === "multi" || /^en\b/i.test(language)) return undefined;
    return `${model} of deepgram hears English only, not '${language}'. Choose flux-general-multi or nova-3.`;
  },
  open(settings, context) {
    const service = hostedService(PROVIDER, BASE_URL, settings.model ?? DEFAULT_MODEL, context);
    const headers = { authorization: `Token ${service.apiKey}` };
    const [path, query, open] = isFlux(service.model)
      ? ["/v2/listen", fluxQuery(service.model, settings), fluxProtocol]
      : ["/v1/listen", novaQuery(service.model, settings), novaProtocol];
    return {
      ...service,
      ...(languageOf(settings) === "multi" && /^nova-3(?:-general)?$/.test(service.model) && { chargedModel: MULTILINGUAL }),
      language: languageOf(settings) ?? "en",
      confidenceThreshold: settings.confidenceThreshold as number | undefined,
      address: socketAt(service, `${path}?${queryOf(query)}`, headers),
      open,
    };
  },
};

function languageOf({ language, languages }: Transcriber): string | undefined {
  return settingText(language) ?? (settingTexts(languages) ? "multi" : undefined);
}

function novaQuery(model: string, settings: Transcriber) {
  return {
    model,
    ...SOUND,
    channels: 1,
    interim_results: true,
    punctuate: true,
    language: languageOf(settings),
    smart_format: settingFlag(settings.smartFormat),
    numerals: settingFlag(settings.numerals),
    profanity_filter: settingFlag(settings.profanityFilter),
    redact: settingTexts(settings.redaction),
    mip_opt_out: settingFlag(settings.mipOptOut),
    ...(takesKeyTerms(model) ? { keyterm: keyTerms(settings) } : { keywords: settingTexts(settings.keywords) }),
    endpointing: settings.endpointing as number | undefined,
  };
}

function fluxQuery(model: string, settings: Transcriber) {
  const hints = settingTexts(settings.languages) ?? settingTexts([settings.language].filter((each) => each && each !== "multi"));
  return {
    model,
    ...SOUND,
    eot_threshold: settings.eotThreshold as number | undefined,
    eot_timeout_ms: settings.eotTimeoutMs as number | undefined,
    keyterm: keyTerms(settings),
    numerals: settingFlag(settings.numerals),
    profanity_filter: settingFlag(settings.profanityFilter),
    redact: settingTexts(settings.redaction)?.filter((kind) => FLUX_REDACTIONS.has(kind)),
    mip_opt_out: settingFlag(settings.mipOptOut),
    // The English model takes none.
    language_hint: model === "flux-general-multi" ? hints : undefined,
  };
}

/** Newer models refuse keywords, `word:boost`. */
function keyTerms({ keyterm, keywords }: Transcriber): string[] {
  const words = settingTexts(keywords)?.map((word) => word.replace(/:[^:]*$/, "")) ?? [];
  return [...(settingTexts(keyterm) ?? []), ...words];
}

/** `is_final` ends a part of an utterance, which does not change any more. */
const novaProtocol = (): ServiceProtocol => ({
  finish: () => CLOSE,
  *read(message): Iterable<ServiceMessage> {
    // Other messages report the beginning of speech, and the charged usage.
    if (textOf(message.type) === "Metadata") yield { type: "ended" };
    if (textOf(message.type) !== "Results") return;
    const [best = {}] = listOf(objectOf(message.channel).alternatives);
    const [language] = Array.isArray(best.languages) ? best.languages : [];
    yield {
      type: "words",
      text: textOf(best.transcript),
      final: message.is_final === true,
      confidence: typeof best.confidence === "number" ? best.confidence : undefined,
      language: settingText(language),
    };
  },
  readClose: closeReason,
});

/** A turn grows by updates until it ends. */
const fluxProtocol = (): ServiceProtocol => ({
  finish: () => CLOSE,
  *read(message): Iterable<ServiceMessage> {
    if (textOf(message.type) === "Error") yield { type: "failed", message: textOf(message.description) };
    if (textOf(message.type) === "TurnInfo") yield turnWords(message);
  },
  readClose: closeReason,
});

function turnWords(message: JsonObject): ServiceMessage {
  const [language] = Array.isArray(message.languages) ? message.languages : [];
  return {
    type: "words",
    text: textOf(message.transcript),
    final: textOf(message.event) === "EndOfTurn",
    confidence: meanConfidence(listOf(message.words)),
    language: settingText(language),
  };
}

/** Such as 1011, `NET-0001: …`. */
function closeReason(code: number, reason: string) {
  return reason === "" || code === 1000 ? undefined : { message: reason };
}
