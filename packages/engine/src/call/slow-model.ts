import type { LanguageModel } from "../model/language-model.ts";

/** A model without output after this is slow. */
const SLOW_MODEL_MS = 3_000;

/** Calls `onSlow` for each request of the model that has no output in time. */
export function watchModel(model: LanguageModel, onSlow: () => void): LanguageModel {
  return {
    provider: model.provider,
    async *stream(request) {
      const timer = setTimeout(onSlow, SLOW_MODEL_MS);
      const stop = () => clearTimeout(timer);
      // A model that does not stop at once must not be reported afterwards.
      request.signal.addEventListener("abort", stop, { once: true });
      try {
        for await (const part of model.stream(request)) {
          stop();
          yield part;
        }
      } finally {
        stop();
        request.signal.removeEventListener("abort", stop);
      }
    },
  };
}
