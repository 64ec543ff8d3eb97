import type { HearingTranscriber } from "../provider.ts";
import { type UtteranceRecognizer, UtteranceStt } from "../utterances/utterance-stt.ts";
import type { HostedService } from "./hosted-service.ts";
import { HostedStt } from "./hosted-stt.ts";
import type { StreamingTranscriber } from "./streaming-transcriber.ts";

/** A service that hears while the caller speaks. */
export function streaming(service: StreamingTranscriber): HearingTranscriber {
  return { hearing: "hosted", stt: new HostedStt(service) };
}

/** A service that is asked about each utterance. Each question costs: there are no interim words. */
export function byUtterance(
  { service, recognizer }: { service: HostedService; recognizer: UtteranceRecognizer },
  language = "",
): HearingTranscriber {
  const { provider, model } = service;
  const stt = new UtteranceStt({
    label: `callwright.${provider}`,
    provider,
    model,
    recognizer,
    endsOnFailure: true,
    language: languageTag(language),
  });
  return { hearing: "hosted", stt };
}

/** Google's languages have English names, which the end-of-turn model knows, too. `Multilingual` is none. */
const languageTag = (language: string) => (language === "Multilingual" ? "" : language);
