import { DEFAULT_MODELS } from "@callwright/contract";
import { azureSpeechUrl } from "../../azure-speech.ts";
import { askService, waveFile } from "../ask-service.ts";
import { failureOf, hostedService } from "../hosted-service.ts";
import type { HostedTranscriber, UtteranceTranscriber } from "../hosted-transcriber.ts";
import { listOf, numberOf, queryOf, settingText, textOf } from "../json-fields.ts";

const PROVIDER = "azure";
/** Statuses of sound without words. */
const WITHOUT_WORDS = new Set(["NoMatch", "InitialSilenceTimeout", "BabbleTimeout", "EndOfDictation"]);

/**
 * Azure Speech, asked about each utterance, because its streaming protocol needs an SDK.
 * https://learn.microsoft.com/azure/ai-services/speech-service/rest-speech-to-text-short, read on 2026-11-24.
 */
export const azure: HostedTranscriber<UtteranceTranscriber> = {
  provider: PROVIDER,
  settings: ["language"],
  problem: ({ language }) =>
    language === "multi" ? "Azure hears one language. Set transcriber.language to a locale, such as en-US." : undefined,
  open(settings, context) {
    const named = hostedService(PROVIDER, azureSpeechUrl("stt", PROVIDER, context), DEFAULT_MODELS.transcriber.azure, context);
    // The operator's address is for voices, too, which have another host.
    const service = { ...named, baseUrl: named.baseUrl.replace(".tts.speech.", ".stt.speech.") };
    const language = localeOf(settingText(settings.language) ?? "en");
    const query = queryOf({ language, format: "detailed" });
    const url = `${service.baseUrl}/speech/recognition/conversation/cognitiveservices/v1?${query}`;
    const headers = {
      "ocp-apim-subscription-key": service.apiKey,
      "content-type": "audio/wav; codecs=audio/pcm; samplerate=16000",
      accept: "application/json",
    };
    return {
      service,
      recognizer: {
        async recognize(samples, signal) {
          const answer = await askService(service, { url, headers, body: waveFile(samples) }, signal);
          const status = textOf(answer.RecognitionStatus);
          if (WITHOUT_WORDS.has(status)) return { text: "" };
          if (status !== "Success") throw failureOf(service, { message: status });
          const [best = {}] = listOf(answer.NBest);
          return { text: textOf(best.Display) || textOf(answer.DisplayText), confidence: numberOf(best.Confidence), language };
        },
      },
    };
  },
};

/** The service wants a country, too: `de` → `de-DE`. */
function localeOf(language: string): string {
  if (language.includes("-")) return language;
  try {
    const { region } = new Intl.Locale(language).maximize();
    return region === undefined ? language : `${language}-${region}`;
  } catch {
    return language;
  }
}
