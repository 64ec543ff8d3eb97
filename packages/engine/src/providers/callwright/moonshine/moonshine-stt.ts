import { UtteranceStt } from "../../utterances/utterance-stt.ts";
import { Recognizer } from "./recognizer.ts";

/** The recognizer that all calls of the process share. */
export const sharedRecognizer = new Recognizer();

/** Moonshine as a streaming STT. A failing decode emits an `error` event; recognition continues with the next utterance. */
export class MoonshineStt extends UtteranceStt {
  constructor(recognizer: Recognizer = sharedRecognizer) {
    super({
      label: "callwright.moonshine",
      provider: "callwright",
      model: "moonshine-tiny",
      language: "en",
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
    throw new Error(`Local speech recognition failed: ${cause instanceof Error ? cause.message : String(cause)}`);
  });
}
