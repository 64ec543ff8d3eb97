import { createGoogleGenerativeAI } from "@ai-sdk/google";
import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { createAiSdkModel, type Thinking } from "../ai-sdk-model.ts";
import type { ProviderContext } from "../provider.ts";
import { keyAdvice, requireKey } from "../provider-key.ts";
import { thinkingTokens } from "../thinking-tokens.ts";

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
    thinking: () => leastThinking(settings.model),
    keepsThoughts: true,
  });
}

/** The least level of Pro, of Flash from 3.7 on, of Gemini 4 and what comes after it is `low`. */
const LEAST_LEVEL_IS_MINIMAL = /gemini-3(?:\.[0-6])?-flash|gemini-3(?:\.\d+)?-flash-lite|gemma-4/;

/**
 * A caller waits while a model thinks, and thoughts count as tokens of the answer: as little as the model can. `minimal` does not always mean
 * none. https://ai.google.dev/gemini-api/docs/thinking, read 2026-11-29; @ai-sdk/google 4.0.121.
 */
function leastThinking(model: string): Thinking {
  const config = (thinkingConfig: Record<string, string | number>, extraTokens: number): Thinking => ({
    providerOptions: { google: { thinkingConfig } },
    extraTokens,
  });
  if (/gemini-2\.5-flash/.test(model)) return config({ thinkingBudget: 0 }, 0);
  if (/gemini-2\.5-pro/.test(model)) return config({ thinkingBudget: 128 }, 128);
  if (!/gemini-(?:[3-9]|flash|pro)|gemma-[4-9]/.test(model)) return {};
  const level = LEAST_LEVEL_IS_MINIMAL.test(model) ? "minimal" : "low";
  return config({ thinkingLevel: level }, thinkingTokens(level));
}
