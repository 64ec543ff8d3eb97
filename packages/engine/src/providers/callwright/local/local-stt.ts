import { ProviderError } from "../../../model/provider-error.ts";
import type { LoadShedding } from "../../../process/load-shedding.ts";
import { UtteranceStt } from "../../utterances/utterance-stt.ts";
import type { Recognizer } from "./recognizer.ts";

export interface LocalSttOptions {
  recognizer: Recognizer;
  /** Name of the model. */
  model: string;
  /** The language of its words. */
  language: string;
  /** What a busy process skips. Default: nothing. */
  shedding?: LoadShedding | undefined;
}

const PROVIDER = "callwright";

/** A recognizer of this machine as a streaming STT. A failing decode emits an `error` event; recognition continues with the next utterance. */
export class LocalStt extends UtteranceStt {
  constructor({ recognizer, model, language, shedding }: LocalSttOptions) {
    super({
      label: "callwright.local",
      provider: PROVIDER,
      model,
      language,
      shedding,
      recognizer: {
        get isIdle() {
          return recognizer.isIdle;
        },
        recognize: async (samples, signal) => ({ text: await heardBy(recognizer, samples, signal) }),
      },
    });
  }
}

function heardBy(recognizer: Recognizer, samples: Float32Array, signal: AbortSignal): Promise<string> {
  return recognizer.recognize(samples, signal).catch((cause: unknown) => {
    const message = `Local speech recognition failed: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new ProviderError(message, { provider: PROVIDER, part: "transcriber", retryable: true, cause });
  });
}
