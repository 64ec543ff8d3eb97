import type { Transcriber, TranscriberProvider } from "@callwright/contract";
import type { ProviderContext, ProviderPart } from "../provider.ts";
import type { UtteranceRecognizer } from "../utterances/utterance-stt.ts";
import type { HostedService } from "./hosted-service.ts";
import type { StreamingTranscriber } from "./streaming-transcriber.ts";

/** A service that is asked about each utterance. Each request costs money, so there are no interim words. */
export interface UtteranceTranscriber {
  service: HostedService;
  recognizer: UtteranceRecognizer;
}

type Opened = StreamingTranscriber | UtteranceTranscriber;

/** The transcriber of a hosted provider. */
export interface HostedTranscriber<Service extends Opened = Opened>
  extends Pick<ProviderPart<"transcriber">, "ignored" | "problem" | "settings"> {
  readonly provider: TranscriberProvider;
  /** It is the organization's own server, which takes no key of a provider. Default false. */
  readonly isOwnServer?: boolean;
  /** The service with these settings: it transcribes while the caller speaks, or is asked about each utterance. Fails with a `ProviderError`. */
  open(settings: Transcriber, context: ProviderContext): Service;
}
