import type { LanguageModel, ModelUsage } from "@callwright/engine/conversation";

/** The same model, which also tells what each of its requests used. */
export function observedModel(model: LanguageModel, onUsage: (usage: ModelUsage) => void): LanguageModel {
  return {
    provider: model.provider,
    async *stream(request) {
      for await (const part of model.stream(request)) {
        if (part.type === "usage") onUsage(part);
        yield part;
      }
    },
  };
}
