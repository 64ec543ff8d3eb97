import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { createAiSdkModel } from "../ai-sdk-model.ts";
import { boundedFetch } from "../bounded-fetch.ts";
import { createFallbackModel } from "../fallback-model.ts";
import { compatibleModel } from "../openai-compatible/compatible-model.ts";
import { outsideProviderFetch } from "../outside-provider-fetch.ts";
import type { ProviderContext } from "../provider.ts";
import { keyAdvice, requireKey } from "../provider-key.ts";
import { AZURE_CREDENTIAL, azurePlaceOf } from "./azure.ts";
import { reasoningEffortOf, refusesTemperature } from "./reasoning.ts";

const PROVIDER = "openai";
/** https://platform.openai.com/docs/api-reference/chat. */
const BASE_URL = "https://api.openai.com/v1";

/** A model of OpenAI, at OpenAI or at Azure. The models of `fallbackModels` stand in for it. */
export function createOpenAiModel(settings: Model, context: ProviderContext): LanguageModel {
  const fallbacks = Array.isArray(settings.fallbackModels) ? settings.fallbackModels.map(String) : [];
  const named = (name: string) => ({ name, model: createOne(name, settings, context) });
  return createFallbackModel(named(settings.model), fallbacks.map(named));
}

function createOne(name: string, settings: Model, context: ProviderContext): LanguageModel {
  // OpenAI itself has no regions.
  const modelName = name.split(":")[0] ?? name;
  const place = placeOf(name, context);
  const effort = reasoningEffortOf(modelName, settings);
  const model = compatibleModel(modelName, {
    name: PROVIDER,
    baseURL: place.baseUrl,
    headers: place.headers,
    fetch: place.fetch,
    transformRequestBody: ({ max_tokens, temperature, ...body }) => ({
      ...body,
      max_completion_tokens: max_tokens,
      ...(!refusesTemperature(modelName) && { temperature }),
      ...(effort !== undefined && { reasoning_effort: effort }),
      prompt_cache_key: settings.promptCacheKey,
      prompt_cache_retention: settings.promptCacheRetention,
    }),
  });
  const { baseUrl, secrets, advice } = place;
  const { timeoutSeconds } = settings;
  return createAiSdkModel({ provider: PROVIDER, model, modelName, baseUrl, timeoutSeconds, secrets, keyAdvice: advice });
}

function placeOf(name: string, context: ProviderContext) {
  const azure = azurePlaceOf(name, context);
  if (azure) {
    const guarded = outsideProviderFetch(PROVIDER, "model", "The server's operator can allow it: ALLOW_PRIVATE_ADDRESSES=true.");
    const send = boundedFetch(context.allowPrivateAddresses ? fetch : guarded);
    return { ...azure, fetch: send, advice: `Check the keys and the endpoint of the credential of ${AZURE_CREDENTIAL}.` };
  }
  const apiKey = requireKey(context, PROVIDER, "model");
  const baseUrl = context.urls[PROVIDER] ?? BASE_URL;
  const headers = { authorization: `Bearer ${apiKey}` };
  return { baseUrl, headers, fetch, secrets: [apiKey], advice: keyAdvice(PROVIDER) };
}
