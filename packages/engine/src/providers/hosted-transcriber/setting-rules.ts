import { DEFAULT_MODELS, type Transcriber } from "@callwright/contract";
import { numberOf, objectOf, settingText, settingTexts } from "./json-fields.ts";

type Reasons = Readonly<Record<string, string>>;

const reasons = (names: readonly string[], reason: string): Reasons => Object.fromEntries(names.map((name) => [name, reason]));

export const isFlux = (model: string) => model.startsWith("flux");
/** Key terms replace keywords there. */
export const takesKeyTerms = (model: string) => isFlux(model) || /^nova-3/.test(model);
/** Kinds of words that Flux can leave out. */
export const FLUX_REDACTIONS: ReadonlySet<string> = new Set(["numbers", "aggressive_numbers"]);

export function deepgramIgnored({ model: named, keywords, redaction }: Transcriber): Reasons {
  const model = settingText(named) ?? DEFAULT_MODELS.transcriber.deepgram;
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
}

/** An English model turns speech in another language into words that the caller did not say. */
export function deepgramProblem({ model, language }: Transcriber): string | undefined {
  if (model !== "flux-general-en" || !language || language === "multi" || /^en\b/i.test(language)) return undefined;
  return `${model} of deepgram hears English only, not '${language}'. Choose flux-general-multi or nova-3.`;
}

export const isUniversal3 = (model: string) => /^(?:universal-3|u3-)/.test(model);

/** The model of AssemblyAI for these settings. */
export function assemblyModel({ speechModel, language, languageCodes }: Transcriber): string {
  const isEnglish = /^en\b/i.test(settingText(language) ?? "en") && !settingTexts(languageCodes);
  const byLanguage = isEnglish ? DEFAULT_MODELS.transcriber["assembly-ai"] : "universal-streaming-multilingual";
  return settingText(speechModel) ?? byLanguage;
}

export function assemblyIgnored(settings: Transcriber): Reasons {
  const model = assemblyModel(settings);
  if (!isUniversal3(model)) {
    const names = ["mode", "prompt", "agentContext", "languageCodes"];
    return reasons(names, `${model} has no such setting. Choose a universal-3 model as speechModel.`);
  }
  return settings.formatTurns === undefined ? {} : { formatTurns: `${model} always formats.` };
}

export const isRealtimeScribe = ({ model }: Transcriber) =>
  (settingText(model) ?? DEFAULT_MODELS.transcriber["11labs"]).endsWith("_realtime");

export const elevenLabsIgnored = (settings: Transcriber): Reasons =>
  isRealtimeScribe(settings)
    ? {}
    : reasons(
        ["silenceThresholdSeconds", "minSpeechDurationMs", "minSilenceDurationMs"],
        `${settings.model} has no such setting.`,
      );

/** Soniox knows languages, not countries. Empty: it hears all languages. */
export const sonioxLanguages = ({ language, languages }: Transcriber): string[] =>
  (settingTexts(languages) ?? settingTexts([language].filter(Boolean)) ?? []).flatMap((each) =>
    each === "multi" ? [] : (each.split("-")[0] ?? []),
  );

export const sonioxIgnored = (settings: Transcriber): Reasons =>
  sonioxLanguages(settings).length > 0 ? {} : { languageHintsStrict: "Without language or languages, soniox hears all of them." };

/** The delays that the service takes, in seconds. */
const MAX_DELAY = { least: 0.7, most: 4 };

/** The setting has milliseconds, the service takes seconds. */
export function maxDelaySeconds({ maxDelay }: Transcriber): number | undefined {
  const wanted = numberOf(maxDelay);
  return wanted === undefined ? undefined : Math.min(Math.max(wanted / 1_000, MAX_DELAY.least), MAX_DELAY.most);
}

export function speechmaticsIgnored(settings: Transcriber): Reasons {
  const seconds = maxDelaySeconds(settings);
  return seconds === undefined || seconds * 1_000 === settings.maxDelay
    ? {}
    : { maxDelay: `The nearest delay of speechmatics is ${seconds} s.` };
}

/** An organization's server with OpenAI's endpoint is asked about each utterance, over HTTP. */
export const isOpenAiServer = ({ protocol }: Transcriber) => protocol === "openai";

export function customTranscriberProblem(settings: Transcriber): string | undefined {
  const url = settingText(objectOf(settings.server).url);
  const asksOverHttp = isOpenAiServer(settings);
  if (url === undefined)
    return `A custom transcriber needs transcriber.server.url, the ${asksOverHttp ? "" : "WebSocket "}address of your server.`;
  if ((asksOverHttp ? /^https?:/ : /^wss?:/).test(url)) return undefined;
  return `transcriber.server.url must begin with ${asksOverHttp ? "https" : "wss"}://.`;
}

export const customTranscriberIgnored = (settings: Transcriber): Reasons =>
  isOpenAiServer(settings) ? {} : { model: "Your server chooses its model.", language: "Your server finds out the language." };
