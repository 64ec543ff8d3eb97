import { createGoogleGenerativeAI } from "@ai-sdk/google";
import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { createAiSdkModel, type JsonFields } from "../ai-sdk-model.ts";
import type { ProviderContext } from "../provider.ts";
import { keyAdvice, requireKey } from "../provider-key.ts";

const PROVIDER = "google";
/** https://ai.google.dev/api/generate-content. */
const BASE_URL = "https://generativelanguage.googleapis.com/v1beta";

/** A model of Google, by the Gemini API. */
export function createGoogleModel(settings: Model, context: ProviderContext): LanguageModel {
  const apiKey = requireKey(context, PROVIDER, "model");
  const baseUrl = context.urls[PROVIDER] ?? BASE_URL;
  return createAiSdkModel({
    provider: PROVIDER,
    model: createGoogleGenerativeAI({ apiKey, baseURL: baseUrl })(settings.model),
    modelName: settings.model,
    baseUrl,
    timeoutSeconds: settings.timeoutSeconds,
    secrets: [apiKey],
    keyAdvice: keyAdvice(PROVIDER),
    rules: { takesTurns: true },
    providerOptions: () => ({ google: leastThinking(settings.model) }),
    keepsThoughts: true,
  });
}

/**
 * A caller waits while a model thinks, and thoughts count as tokens of the answer: as little as the model can.
 * https://ai.google.dev/gemini-api/docs/thinking.
 */
function leastThinking(model: string): JsonFields {
  if (/gemini-2\.5-flash/.test(model)) return { thinkingConfig: { thinkingBudget: 0 } };
  if (/gemini-2\.5-pro/.test(model)) return { thinkingConfig: { thinkingBudget: 128 } };
  if (/gemini-3[\w.]*-flash/.test(model)) return { thinkingConfig: { thinkingLevel: "minimal" } };
  if (/gemini-3/.test(model)) return { thinkingConfig: { thinkingLevel: "low" } };
  return {};
}
