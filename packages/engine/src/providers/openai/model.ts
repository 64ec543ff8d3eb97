import { OpenAIResponsesLanguageModel } from "@ai-sdk/openai/internal";
import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { createAiSdkModel, type JsonFields } from "../ai-sdk-model.ts";
import { boundedFetch } from "../bounded-fetch.ts";
import { createFallbackModel } from "../fallback-model.ts";
import { compatibleModel } from "../openai-compatible/compatible-model.ts";
import type { ProviderContext } from "../provider.ts";
import { keyAdvice, requireKey } from "../provider-key.ts";
import { outsideProviderFetch } from "../provider-place.ts";
import { thinkingTokens } from "../thinking-tokens.ts";
import { AZURE_CREDENTIAL, azurePlaceOf } from "./azure.ts";
import { cacheRetentionOf } from "./cache-retention.ts";
import { reasoningEffortOf } from "./reasoning.ts";

const PROVIDER = "openai";
/** https://developers.openai.com/api/reference. */
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
  const effort = reasoningEffortOf(modelName, settings.reasoningEffort);
  const thinks = effort !== undefined && effort !== "none";
  return createAiSdkModel(settings, {
    ...(thinks ? byResponses(modelName, effort, settings, place) : byChatCompletions(modelName, effort, settings, place)),
    provider: PROVIDER,
    modelName,
    baseUrl: place.baseUrl,
    secrets: place.secrets,
    keyAdvice: place.advice,
  });
}

type Place = ReturnType<typeof placeOf>;

/** Does the model answer without thinking? Only such models take a temperature. */
function byChatCompletions(name: string, effort: string | undefined, settings: Model, place: Place) {
  const model = compatibleModel(name, {
    name: PROVIDER,
    baseURL: place.baseUrl,
    headers: place.headers,
    fetch: place.fetch,
    transformRequestBody: ({ max_tokens, ...body }) => ({
      ...body,
      max_completion_tokens: max_tokens,
      reasoning_effort: effort,
      prompt_cache_key: settings.promptCacheKey,
      prompt_cache_retention: cacheRetentionOf(name, settings.promptCacheRetention),
    }),
  });
  return { model };
}

/**
 * A model that thinks: with Chat Completions it could call no tools. OpenAI stores nothing, so its thoughts come encrypted and are sent back with the
 * answers of tools. https://developers.openai.com/api/docs/guides/migrate-to-responses.
 */
function byResponses(name: string, effort: string, settings: Model, place: Place) {
  const { promptCacheKey } = settings;
  const promptCacheRetention = cacheRetentionOf(name, settings.promptCacheRetention);
  const options: JsonFields = {
    store: false,
    reasoningEffort: effort,
    ...(typeof promptCacheKey === "string" && { promptCacheKey }),
    ...(promptCacheRetention !== undefined && { promptCacheRetention }),
  };
  return {
    model: new OpenAIResponsesLanguageModel(name, {
      provider: `${PROVIDER}.responses`,
      url: ({ path }) => `${place.baseUrl}${path}`,
      headers: () => place.headers,
      fetch: place.fetch,
    }),
    thinking: () => ({ providerOptions: { [PROVIDER]: options }, extraTokens: thinkingTokens(effort) }),
    keepsThoughts: true,
    namesLooseTools: true,
  };
}

function placeOf(name: string, context: ProviderContext) {
  const azure = azurePlaceOf(name, context);
  if (azure) {
    const guarded = outsideProviderFetch(PROVIDER, "model");
    const send = boundedFetch(context.allowPrivateAddresses ? fetch : guarded);
    return { ...azure, fetch: send, advice: `Check the keys and the endpoint of the credential of ${AZURE_CREDENTIAL}.` };
  }
  const apiKey = requireKey(context, PROVIDER, "model");
  const baseUrl = context.urls[PROVIDER] ?? BASE_URL;
  const headers = { authorization: `Bearer ${apiKey}` };
  return { baseUrl, headers, fetch, secrets: [apiKey], advice: keyAdvice(PROVIDER) };
}
