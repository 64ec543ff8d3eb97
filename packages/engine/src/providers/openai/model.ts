import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../conversation/language-model.ts";
import type { ProviderContext } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";

export function createOpenAiModel(settings: Model, _context: ProviderContext): LanguageModel {
  throw new ProviderError("Not configured.", { provider: settings.provider, part: "model", retryable: false });
}
