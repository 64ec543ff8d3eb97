import type { LanguageModel } from "../model/language-model.ts";

/** A model that is created for its first request, and not at all without one. `create` must not fail. */
export function lazyModel(provider = "callwright", create: () => Promise<LanguageModel>): LanguageModel {
  let created: Promise<LanguageModel> | undefined;
  return {
    provider,
    async *stream(request) {
      created ??= create();
      yield* (await created).stream(request);
    },
  };
}
