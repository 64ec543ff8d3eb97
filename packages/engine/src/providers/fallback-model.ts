import type { LanguageModel } from "../model/language-model.ts";
import { ProviderError } from "../model/provider-error.ts";

export interface NamedModel {
  name: string;
  model: LanguageModel;
}

/** Several models of one provider as one: the next one answers if one fails before its first word or tool call. */
export function createFallbackModel(first: NamedModel, fallbacks: readonly NamedModel[]): LanguageModel {
  if (fallbacks.length === 0) return first.model;
  const models = [first, ...fallbacks];
  return {
    provider: first.model.provider,
    async *stream(request) {
      for (const [index, { name, model }] of models.entries()) {
        const next = models[index + 1];
        let hasBegun = false;
        try {
          for await (const part of model.stream(request)) {
            hasBegun ||= part.type === "text" || part.type === "tool-call";
            yield part;
          }
          return;
        } catch (error) {
          if (hasBegun || !next || !(error instanceof ProviderError)) throw error;
          yield { type: "fell-back", message: `${name} failed and ${next.name} answers instead. ${error.message}` };
        }
      }
    },
  };
}
