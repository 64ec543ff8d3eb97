import { setImmediate } from "node:timers/promises";
import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../conversation/language-model.ts";
import { ProviderError } from "../provider-error.ts";
import { answer } from "./answers/answer.ts";
import { readFiles } from "./answers/file-facts.ts";

const BUILT_IN = "builtin";

/**
 * The built-in model, honest about what it is: no language model. It finds the sentences of the system prompt that match the caller's
 * words, or those of the assistant's files (`knowledge`, their texts), and says them, opening hours in spoken times. Deterministic, with no key and no network.
 * Fails with a `ProviderError` for a name other than `builtin`.
 */
export function createBuiltInModel(settings: Model, knowledge: readonly string[] = []): LanguageModel {
  if (settings.model !== BUILT_IN)
    throw new ProviderError(`There is no built-in model '${settings.model}'. Choose '${BUILT_IN}'.`, {
      provider: "callwright",
      part: "model",
      retryable: false,
    });
  const files = readFiles(knowledge);
  return {
    provider: "callwright",
    async *stream({ messages, signal }) {
      for (const word of answer(messages, files).match(/\S+\s*/g) ?? []) {
        if (signal.aborted) return;
        yield word;
        await setImmediate();
      }
    },
  };
}
