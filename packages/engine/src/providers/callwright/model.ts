import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../conversation/language-model.ts";

/** The built-in model: no language model, it answers with the sentences of the prompt that match. Deterministic. */
export function createBuiltInModel(_settings: Model): LanguageModel {
  return {
    provider: "callwright",
    async *stream({ messages }) {
      yield messages.at(-1)?.content ?? "";
    },
  };
}
