import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { ProviderError } from "../../model/provider-error.ts";
import { createAiSdkModel } from "../ai-sdk-model.ts";
import type { ProviderContext } from "../provider.ts";
import { keyAdvice, orgKeyField, providerVariable, requireKey } from "../provider-key.ts";
import { compatibleModel } from "./compatible-model.ts";
import { COMPATIBLE_PROVIDERS, type CompatibleProvider, type CompatibleProviderId, openModels } from "./table.ts";

/** A model of a provider in the table. */
export function createCompatibleModel(provider: CompatibleProviderId, settings: Model, context: ProviderContext): LanguageModel {
  const row: CompatibleProvider = COMPATIBLE_PROVIDERS[provider];
  const { leastThinking = openModels, takesTurns = false, isStrictAboutTools = false, asksForUsage = true } = row;
  const apiKey = requireKey(context, provider, "model");
  const baseUrl = context.urls[provider] ?? ownUrl(provider, row.baseUrl, context);
  const least = leastThinking(settings.model);
  const model = compatibleModel(settings.model, {
    name: provider,
    baseURL: baseUrl,
    apiKey,
    includeUsage: asksForUsage,
    transformRequestBody: (body) => ({ ...body, ...row.fields, ...least.fields }),
  });
  return createAiSdkModel({
    provider,
    model,
    modelName: settings.model,
    baseUrl,
    timeoutSeconds: settings.timeoutSeconds,
    secrets: [apiKey],
    keyAdvice: keyAdvice(provider),
    rules: { takesTurns, isStrictAboutTools },
    thinking: () => ({ extraTokens: least.tokens }),
    callsTools: row.callsTools ?? true,
  });
}

/** The provider's address, with the fields of the organization's credential that it needs. */
function ownUrl(provider: string, template: string, context: ProviderContext): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
    const value = orgKeyField(context, provider, field);
    if (value !== undefined) return encodeURIComponent(value);
    const variable = providerVariable(provider, "BASE_URL");
    const message = `${provider} needs its ${field}. Add it to the credential of ${provider}, or set ${variable} in the server's environment.`;
    throw new ProviderError(message, { provider, part: "model", retryable: false });
  });
}
