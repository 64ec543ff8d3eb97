import { createGoogleGenerativeAI } from "@ai-sdk/google";
import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { createAiSdkModel } from "../ai-sdk-model.ts";
import type { ProviderContext } from "../provider.ts";
import { requireKey } from "../provider-key.ts";
import { leastThinking } from "./thinking.ts";

const PROVIDER = "google";
/** https://ai.google.dev/api/generate-content. */
const BASE_URL = "https://generativelanguage.googleapis.com/v1beta";

/** A model of Google, by the Gemini API. */
export function createGoogleModel(settings: Model, context: ProviderContext): LanguageModel {
  const apiKey = requireKey(context, PROVIDER, "model");
  const baseUrl = context.urls[PROVIDER] ?? BASE_URL;
  const least = leastThinking(settings.model);
  return createAiSdkModel(settings, {
    provider: PROVIDER,
    model: createGoogleGenerativeAI({ apiKey, baseURL: baseUrl })(settings.model),
    baseUrl,
    secrets: [apiKey],
    rules: { takesTurns: true },
    thinking: () =>
      least ? { providerOptions: { google: { thinkingConfig: least.thinkingConfig } }, extraTokens: least.tokens } : {},
    keepsThoughts: true,
  });
}
