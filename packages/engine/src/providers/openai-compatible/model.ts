import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { createAiSdkModel } from "../ai-sdk-model.ts";
import type { ProviderContext } from "../provider.ts";
import { keyAdvice, requireKey } from "../provider-key.ts";
import { compatibleModel } from "./compatible-model.ts";
import { COMPATIBLE_PROVIDERS, type CompatibleProvider, type CompatibleProviderId } from "./table.ts";

/** A model of a provider in the table. */
export function createCompatibleModel(provider: CompatibleProviderId, settings: Model, context: ProviderContext): LanguageModel {
  const {
    fields = {},
    takesTurns = false,
    keepsThoughts = false,
    callsTools = true,
    ...row
  }: CompatibleProvider = COMPATIBLE_PROVIDERS[provider];
  const apiKey = requireKey(context, provider, "model");
  const baseUrl = context.urls[provider] ?? row.baseUrl;
  const model = compatibleModel(settings.model, {
    name: provider,
    baseURL: baseUrl,
    apiKey,
    transformRequestBody: (body) => ({ ...body, ...fields }),
  });
  return createAiSdkModel({
    provider,
    model,
    modelName: settings.model,
    baseUrl,
    timeoutSeconds: settings.timeoutSeconds,
    secrets: [apiKey],
    keyAdvice: keyAdvice(provider),
    rules: { takesTurns },
    keepsThoughts,
    callsTools,
  });
}
