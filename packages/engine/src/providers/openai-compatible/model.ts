import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { ProviderError } from "../../model/provider-error.ts";
import { createAiSdkModel } from "../ai-sdk-model.ts";
import type { ProviderContext } from "../provider.ts";
import { orgKeyField, providerVariable, requireKey } from "../provider-key.ts";
import { compatibleModel } from "./compatible-model.ts";
import { habitsOf } from "./server-habits.ts";
import { COMPATIBLE_PROVIDERS, type CompatibleProvider, type CompatibleProviderId, openModels } from "./table.ts";

/** A model of a provider in the table. */
export function createCompatibleModel(provider: CompatibleProviderId, settings: Model, context: ProviderContext): LanguageModel {
  const row: CompatibleProvider = COMPATIBLE_PROVIDERS[provider];
  const { leastThinking = openModels, takesTurns = false, isStrictAboutTools = false, asksForUsage = true } = row;
  const apiKey = requireKey(context, provider, "model");
  const baseUrl = baseUrlOf(provider, row.baseUrl, context);
  const least = leastThinking(settings.model);
  const model = compatibleModel(settings.model, {
    name: provider,
    baseURL: baseUrl,
    apiKey,
    includeUsage: asksForUsage,
    transformRequestBody: (body) => ({ ...body, ...row.fields, ...least.fields }),
  });
  return createAiSdkModel(settings, {
    provider,
    model,
    baseUrl,
    habits: habitsOf(baseUrl, settings.model),
    ...(context.wait && { wait: context.wait }),
    secrets: [apiKey],
    answersBySchema: true,
    rules: { takesTurns, isStrictAboutTools },
    thinking: () => ({ extraTokens: least.tokens }),
    callsTools: row.callsTools ?? true,
  });
}

/** The address with a field of the credential belongs to the credential's key, and the server's own address to the server's key. */
function baseUrlOf(provider: string, address: string, context: ProviderContext): string {
  const serverUrl = context.urls[provider];
  const [placeholder, field] = /\{(\w+)\}/.exec(address) ?? [];
  if (placeholder === undefined || field === undefined) return serverUrl ?? address;
  const hasOwnKey = orgKeyField(context, provider, "apiKey") !== undefined;
  const value = hasOwnKey ? orgKeyField(context, provider, field) : undefined;
  if (value !== undefined) return address.replace(placeholder, encodeURIComponent(value));
  if (serverUrl !== undefined && !hasOwnKey) return serverUrl;
  const place = hasOwnKey
    ? `the credential of ${provider}`
    : `${providerVariable(provider, "BASE_URL")} of the server's environment`;
  throw new ProviderError(`${provider} needs the ${field} in its address. Add it to ${place}.`, {
    provider,
    part: "model",
    retryable: false,
  });
}
