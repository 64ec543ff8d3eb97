import { DEFAULT_MODELS, parseUrl, type Transcriber } from "@callwright/contract";
import { ProviderError } from "../../../model/provider-error.ts";
import type { ProviderContext } from "../../provider.ts";
import { findKey, keyAdvice } from "../../provider-key.ts";
import { type HostedService, hostedService, socketUrl } from "../hosted-service.ts";
import type { HostedTranscriber } from "../hosted-transcriber.ts";
import {
  listOf,
  meanConfidence,
  numberOf,
  queryOf,
  reasons,
  settingFlag,
  settingText,
  settingTexts,
  textOf,
} from "../json-fields.ts";
import type { ServiceMessage, ServiceProtocol } from "../streaming-transcriber.ts";

const PROVIDER = "assembly-ai";
const BASE_URL = "https://streaming.assemblyai.com";
const OWN_HOST = /(^|\.)assemblyai\.com$/;

const isUniversal3 = (model: string) => /^(?:universal-3|u3-)/.test(model);

function modelOf({ speechModel, language, languageCodes }: Transcriber): string {
  const isEnglish = /^en\b/i.test(settingText(language) ?? "en") && !settingTexts(languageCodes);
  const byLanguage = isEnglish ? DEFAULT_MODELS.transcriber[PROVIDER] : "universal-streaming-multilingual";
  return settingText(speechModel) ?? byLanguage;
}

/**
 * AssemblyAI's streaming API, version 3. https://www.assemblyai.com/docs/api-reference/streaming-api/streaming-api and
 * https://www.assemblyai.com/docs/streaming/common-session-errors-and-closures and its client 4.41.5, read on 2026-11-29.
 */
export const assemblyAi: HostedTranscriber = {
  provider: PROVIDER,
  settings: [
    ...["language", "languageCodes", "speechModel", "mode", "prompt", "agentContext", "confidenceThreshold", "formatTurns"],
    ...["endOfTurnConfidenceThreshold", "minEndOfTurnSilenceWhenConfident", "maxTurnSilence", "realtimeUrl"],
    ...["wordBoost", "keytermsPrompt", "disablePartialTranscripts"],
  ],
  ignored(settings) {
    const model = modelOf(settings);
    if (!isUniversal3(model)) {
      const names = ["mode", "prompt", "agentContext", "languageCodes"];
      return reasons(names, `${model} has no such setting. Choose a universal-3 model as speechModel.`);
    }
    return settings.formatTurns === undefined ? {} : { formatTurns: `${model} always formats.` };
  },
  open(settings, context) {
    const language = settingText(settings.language) ?? "en";
    const model = modelOf(settings);
    const { service, key, path } = placeOfAssembly(settings, model, context);
    // A formatted turn is sent a second time, with punctuation. Universal-3 sends each turn once, formatted.
    const formatTurns = isUniversal3(model) ? undefined : (settingFlag(settings.formatTurns) ?? true);
    const query = queryOf({
      sample_rate: 16_000,
      encoding: "pcm_s16le",
      speech_model: model,
      format_turns: formatTurns,
      ...(model.endsWith("-english") ? {} : { language_detection: true }),
      ...(isUniversal3(model) ? universal3Query(settings) : {}),
      end_of_turn_confidence_threshold: numberOf(settings.endOfTurnConfidenceThreshold),
      min_turn_silence: numberOf(settings.minEndOfTurnSilenceWhenConfident),
      max_turn_silence: numberOf(settings.maxTurnSilence),
      keyterms_prompt: asJson(settingTexts(settings.keytermsPrompt) ?? settingTexts(settings.wordBoost)),
    });
    const headers: Record<string, string> = key === undefined ? {} : { authorization: key };
    return {
      ...service,
      language,
      confidenceThreshold: numberOf(settings.confidenceThreshold),
      finalOnly: settingFlag(settings.disablePartialTranscripts),
      address: () => ({ url: `${socketUrl(service.baseUrl)}${path}?${query}`, headers }),
      open: () => protocol(formatTurns === true),
    };
  },
};

const universal3Query = ({ mode, prompt, agentContext, languageCodes }: Transcriber) => ({
  mode: settingText(mode),
  prompt: settingText(prompt),
  agent_context: settingText(agentContext),
  language_codes: asJson(settingTexts(languageCodes)),
});

const asJson = (values: readonly string[] | undefined) => values && JSON.stringify(values);

/** The assistant may name another address, which gets the key only if it belongs to AssemblyAI. */
function placeOfAssembly(
  { realtimeUrl }: Transcriber,
  model: string,
  context: ProviderContext,
): { service: HostedService; key: string | undefined; path: string } {
  const named = settingText(realtimeUrl);
  if (named === undefined) {
    const service = hostedService(PROVIDER, BASE_URL, model, context);
    return { service, key: service.apiKey, path: "/v3/ws" };
  }
  const url = namedUrl(named);
  const key = OWN_HOST.test(url.hostname) ? findKey(context, PROVIDER) : undefined;
  const service = {
    provider: PROVIDER,
    model,
    baseUrl: `${url.protocol.replace("ws", "http")}//${url.host}`,
    keyAdvice: keyAdvice(PROVIDER),
    isOutside: context.allowPrivateAddresses !== true,
    secrets: key === undefined ? [] : [key],
  };
  return { service, key, path: url.pathname };
}

function namedUrl(text: string): URL {
  const url = parseUrl(text);
  if (url && /^wss?:$/.test(url.protocol)) return url;
  throw new ProviderError(`transcriber.realtimeUrl must be a wss address, such as ${socketUrl(BASE_URL)}/v3/ws.`, {
    provider: PROVIDER,
    part: "transcriber",
    retryable: false,
  });
}

const protocol = (formatTurns: boolean): ServiceProtocol => ({
  awaitsReady: true,
  finish: () => JSON.stringify({ type: "Terminate" }),
  *read(message): Iterable<ServiceMessage> {
    const type = textOf(message.type);
    if (type === "Begin") yield { type: "ready" };
    if (type === "Termination") yield { type: "ended" };
    if (type === "Error" || message.error !== undefined)
      yield { type: "failed", ...failure(numberOf(message.error_code), textOf(message.error)) };
    if (type !== "Turn") return;
    const words = listOf(message.words);
    const final = message.end_of_turn === true && (!formatTurns || message.turn_is_formatted === true);
    const transcript = textOf(message.transcript);
    yield {
      type: "words",
      // Before the end of the turn, its transcript lacks the last words.
      text: message.end_of_turn === true ? transcript : words.map(({ text }) => textOf(text)).join(" "),
      final,
      confidence: meanConfidence(words),
      language: settingText(message.language_code),
    };
  },
  readClose: (code, reason) => (reason === "" ? undefined : failure(code, reason)),
});

/** Close codes of the service. */
function failure(code: number | undefined, message: string) {
  const isAboutKey = code === 4001 || (code === 1008 && /authoriz|api key|token/i.test(message));
  const statuses: Record<number, number> = { 3005: 500, 3009: 429, 4029: 429 };
  return { status: isAboutKey ? 401 : statuses[code ?? 0], message };
}
