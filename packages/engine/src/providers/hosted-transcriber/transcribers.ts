import type { Transcriber, TranscriberProvider } from "@callwright/contract";
import type { HearingTranscriber, ProviderContext, ProviderPart } from "../provider.ts";
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

interface HostedTranscriber extends Pick<ProviderPart<"transcriber">, "key" | "credentials" | "problem" | "ignored"> {
  /** Settings of the contract that reach the service. */
  settings: readonly string[];
  create(settings: Transcriber, context: ProviderContext): Promise<HearingTranscriber>;
}

const making = () => import("./create-transcriber.ts");

/** The hosted transcribers by provider. */
export const HOSTED_TRANSCRIBERS: { readonly [Provider in TranscriberProvider]?: HostedTranscriber } = {
  deepgram: {
    key: "required",
    settings: [
      ...["model", "language", "languages", "smartFormat", "numerals", "profanityFilter", "redaction", "mipOptOut"],
      ...["confidenceThreshold", "eotThreshold", "eotTimeoutMs", "keywords", "keyterm", "endpointing"],
    ],
    ignored: deepgramIgnored,
    problem: deepgramProblem,
    create: async (settings, context) =>
      (await making()).streaming((await import("./services/deepgram.ts")).deepgram(settings, context)),
  },
  "assembly-ai": {
    key: "required",
    settings: [
      ...["language", "languageCodes", "speechModel", "mode", "prompt", "agentContext", "confidenceThreshold", "formatTurns"],
      ...["endOfTurnConfidenceThreshold", "minEndOfTurnSilenceWhenConfident", "maxTurnSilence", "realtimeUrl"],
      ...["wordBoost", "keytermsPrompt", "disablePartialTranscripts"],
    ],
    ignored: assemblyIgnored,
    create: async (settings, context) =>
      (await making()).streaming((await import("./services/assembly-ai.ts")).assemblyAi(settings, context)),
  },
  openai: {
    key: "required",
    settings: ["model", "language"],
    create: async (settings, context) =>
      (await making()).streaming((await import("./services/openai.ts")).openAi(settings, context)),
  },
  "11labs": {
    key: "required",
    settings: [
      ...["model", "language", "silenceThresholdSeconds", "confidenceThreshold"],
      ...["minSpeechDurationMs", "minSilenceDurationMs"],
    ],
    ignored: elevenLabsIgnored,
    async create(settings, context) {
      const { elevenLabs, elevenLabsFiles } = await import("./services/elevenlabs.ts");
      const { byUtterance, streaming } = await making();
      if (isRealtimeScribe(settings)) return streaming(elevenLabs(settings, context));
      return byUtterance(elevenLabsFiles(settings, context), settings.language);
    },
  },
  google: {
    key: "required",
    settings: ["model", "language"],
    create: async (settings, context) =>
      (await making()).byUtterance((await import("./services/google.ts")).google(settings, context), settings.language),
  },
  azure: {
    key: "required",
    settings: ["language"],
    problem: ({ language }) =>
      language === "multi" ? "Azure hears one language. Set transcriber.language to a locale, such as en-US." : undefined,
    create: async (settings, context) =>
      (await making()).byUtterance((await import("./services/azure.ts")).azure(settings, context), settings.language),
  },
  gladia: {
    key: "required",
    settings: [
      ...["model", "language", "languages", "languageBehaviour", "audioEnhancer", "confidenceThreshold", "endpointing"],
      ...["speechThreshold", "customVocabularyEnabled", "customVocabularyConfig", "region", "receivePartialTranscripts"],
    ],
    create: async (settings, context) =>
      (await making()).streaming((await import("./services/gladia.ts")).gladia(settings, context)),
  },
  speechmatics: {
    key: "required",
    settings: ["language", "operatingPoint", "region", "maxDelay", "customVocabulary", "removeDisfluencies"],
    ignored: speechmaticsIgnored,
    create: async (settings, context) =>
      (await making()).streaming((await import("./services/speechmatics.ts")).speechmatics(settings, context)),
  },
  soniox: {
    key: "required",
    settings: [
      ...["model", "language", "languages", "languageHintsStrict", "maxEndpointDelayMs"],
      ...["customVocabulary", "contextGeneral"],
    ],
    ignored: sonioxIgnored,
    create: async (settings, context) =>
      (await making()).streaming((await import("./services/soniox.ts")).soniox(settings, context)),
  },
  cartesia: {
    key: "required",
    settings: ["model", "language"],
    problem: cartesiaProblem,
    create: async (settings, context) =>
      (await making()).streaming((await import("./services/cartesia.ts")).cartesia(settings, context)),
  },
  xai: {
    key: "required",
    settings: ["language"],
    create: async (settings, context) => (await making()).streaming((await import("./services/xai.ts")).xai(settings, context)),
  },
  talkscriber: {
    key: "required",
    settings: ["language"],
    create: async (settings, context) =>
      (await making()).streaming((await import("./services/talkscriber.ts")).talkscriber(settings, context)),
  },
  "custom-transcriber": {
    settings: ["server", "protocol", "model", "language"],
    ignored: customTranscriberIgnored,
    problem: customTranscriberProblem,
    async create(settings, context) {
      const { customTranscriber, openAiServer } = await import("./services/custom-transcriber.ts");
      const { byUtterance, streaming } = await making();
      if (!isOpenAiServer(settings)) return streaming(customTranscriber(settings, context));
      return byUtterance(openAiServer(settings, context), settings.language);
    },
  },
};

/** Transcribers that no server can run, with the reason. */
export const CLOSED_TRANSCRIBERS: Readonly<Record<string, string>> = {
  vapi: "The transcriber of vapi runs on the hosted platform alone. Choose another transcriber.",
};
