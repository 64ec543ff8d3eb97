import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../model/language-model.ts";
import type { ProviderContext } from "./provider.ts";
import { createModel, DEFAULT_MODEL } from "./registry.ts";

/** The language model of an assistant. A model that cannot be set up fails on its first request, where the conversation reports it. */
export async function createModelOrFailing(settings: Model = DEFAULT_MODEL, context: ProviderContext): Promise<LanguageModel> {
  try {
    return await createModel(settings, context);
  } catch (error) {
    return {
      provider: settings.provider,
      // biome-ignore lint/correctness/useYield: it fails before the first word.
      async *stream() {
        throw error;
      },
    };
  }
}
