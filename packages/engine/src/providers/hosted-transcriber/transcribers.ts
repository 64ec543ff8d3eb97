import type { Transcriber, TranscriberProvider } from "@callwright/contract";
import type { HearingTranscriber, Provider, ProviderContext, ProviderPart } from "../provider.ts";
import type { UtteranceRecognizer } from "../utterances/utterance-stt.ts";
import type { HostedService } from "./hosted-service.ts";
import { cartesiaProblem } from "./services/cartesia.ts";
import {
  assemblyIgnored,
  customTranscriberIgnored,
  customTranscriberProblem,
  deepgramIgnored,
  deepgramProblem,
  elevenLabsIgnored,
  isOpenAiServer,
  isRealtimeScribe,
  sonioxIgnored,
  speechmaticsIgnored,
} from "./setting-rules.ts";
import type { StreamingTranscriber } from "./streaming-transcriber.ts";

interface HostedTranscriber extends Pick<ProviderPart<"transcriber">, "key" | "credentials" | "problem" | "ignored"> {
  /** Settings of the contract that reach the service. */
  settings: readonly string[];
  create(settings: Transcriber, context: ProviderContext): Promise<HearingTranscriber>;
}

type Create = HostedTranscriber["create"];
type LoadService<Service> = () => Promise<(settings: Transcriber, context: ProviderContext) => Service>;

/** A service that hears while the caller speaks. */
const streaming =
  (load: LoadService<StreamingTranscriber>): Create =>
  async (settings, context) => {
    const [{ HostedStt }, serviceOf] = await Promise.all([import("./hosted-stt.ts"), load()]);
    return { hearing: "hosted", stt: new HostedStt(serviceOf(settings, context)) };
  };

/** A service that is asked about each utterance. Each question costs: there are no interim words. */
const byUtterance =
  (load: LoadService<{ service: HostedService; recognizer: UtteranceRecognizer }>): Create =>
  async (settings, context) => {
    const [{ UtteranceStt }, serviceOf] = await Promise.all([import("../utterances/utterance-stt.ts"), load()]);
    const { service, recognizer } = serviceOf(settings, context);
    const { provider, model } = service;
    const stt = new UtteranceStt({
      label: `callwright.${provider}`,
      provider,
      model,
      recognizer,
      endsOnFailure: true,
      language: languageTag(settings.language ?? ""),
    });
    return { hearing: "hosted", stt };
  };

/** Google's languages have English names, which the end-of-turn model knows, too. `Multilingual` is none. */
const languageTag = (language: string) => (language === "Multilingual" ? "" : language);

/** The hosted transcribers by provider. */
const HOSTED_TRANSCRIBERS: { readonly [Provider in TranscriberProvider]?: HostedTranscriber } = {
  deepgram: {
    key: "required",
    settings: [
      ...["model", "language", "languages", "smartFormat", "numerals", "profanityFilter", "redaction", "mipOptOut"],
      ...["confidenceThreshold", "eotThreshold", "eotTimeoutMs", "keywords", "keyterm", "endpointing"],
    ],
    ignored: deepgramIgnored,
    problem: deepgramProblem,
    create: streaming(async () => (await import("./services/deepgram.ts")).deepgram),
  },
  "assembly-ai": {
    key: "required",
    settings: [
      ...["language", "languageCodes", "speechModel", "mode", "prompt", "agentContext", "confidenceThreshold", "formatTurns"],
      ...["endOfTurnConfidenceThreshold", "minEndOfTurnSilenceWhenConfident", "maxTurnSilence", "realtimeUrl"],
      ...["wordBoost", "keytermsPrompt", "disablePartialTranscripts"],
    ],
    ignored: assemblyIgnored,
    create: streaming(async () => (await import("./services/assembly-ai.ts")).assemblyAi),
  },
  openai: {
    key: "required",
    settings: ["model", "language"],
    create: streaming(async () => (await import("./services/openai.ts")).openAi),
  },
  "11labs": {
    key: "required",
    settings: [
      ...["model", "language", "silenceThresholdSeconds", "confidenceThreshold"],
      ...["minSpeechDurationMs", "minSilenceDurationMs"],
    ],
    ignored: elevenLabsIgnored,
    create: (settings, context) =>
      isRealtimeScribe(settings)
        ? streaming(async () => (await import("./services/elevenlabs.ts")).elevenLabs)(settings, context)
        : byUtterance(async () => (await import("./services/elevenlabs.ts")).elevenLabsFiles)(settings, context),
  },
  google: {
    key: "required",
    settings: ["model", "language"],
    create: byUtterance(async () => (await import("./services/google.ts")).google),
  },
  azure: {
    key: "required",
    settings: ["language"],
    problem: ({ language }) =>
      language === "multi" ? "Azure hears one language. Set transcriber.language to a locale, such as en-US." : undefined,
    create: byUtterance(async () => (await import("./services/azure.ts")).azure),
  },
  gladia: {
    key: "required",
    settings: [
      ...["model", "language", "languages", "languageBehaviour", "audioEnhancer", "confidenceThreshold", "endpointing"],
      ...["speechThreshold", "customVocabularyEnabled", "customVocabularyConfig", "region", "receivePartialTranscripts"],
    ],
    create: streaming(async () => (await import("./services/gladia.ts")).gladia),
  },
  speechmatics: {
    key: "required",
    settings: ["language", "operatingPoint", "region", "maxDelay", "customVocabulary", "removeDisfluencies"],
    ignored: speechmaticsIgnored,
    create: streaming(async () => (await import("./services/speechmatics.ts")).speechmatics),
  },
  soniox: {
    key: "required",
    settings: [
      ...["model", "language", "languages", "languageHintsStrict", "maxEndpointDelayMs"],
      ...["customVocabulary", "contextGeneral"],
    ],
    ignored: sonioxIgnored,
    create: streaming(async () => (await import("./services/soniox.ts")).soniox),
  },
  cartesia: {
    key: "required",
    settings: ["model", "language"],
    problem: cartesiaProblem,
    create: streaming(async () => (await import("./services/cartesia.ts")).cartesia),
  },
  xai: {
    key: "required",
    settings: ["language"],
    create: streaming(async () => (await import("./services/xai.ts")).xai),
  },
  talkscriber: {
    key: "required",
    settings: ["language"],
    create: streaming(async () => (await import("./services/talkscriber.ts")).talkscriber),
  },
  "custom-transcriber": {
    settings: ["server", "protocol", "model", "language"],
    ignored: customTranscriberIgnored,
    problem: customTranscriberProblem,
    create: (settings, context) =>
      isOpenAiServer(settings)
        ? byUtterance(async () => (await import("./services/custom-transcriber.ts")).openAiServer)(settings, context)
        : streaming(async () => (await import("./services/custom-transcriber.ts")).customTranscriber)(settings, context),
  },
};

/** The hosted transcribers, each as the transcriber of its provider. */
export const hostedTranscribers: readonly Provider[] = Object.entries(HOSTED_TRANSCRIBERS).map(([id, transcriber]) => ({
  id,
  transcriber,
}));

/** Transcribers that no server can run, with the reason. */
export const CLOSED_TRANSCRIBERS: Readonly<Record<string, string>> = {
  vapi: "The transcriber of vapi runs on the hosted platform alone. Choose another transcriber.",
};
