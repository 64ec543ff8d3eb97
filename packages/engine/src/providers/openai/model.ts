import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { ProviderError } from "../../model/provider-error.ts";
import { createAiSdkModel } from "../ai-sdk-model.ts";
import type { ProviderContext } from "../provider.ts";

const PROVIDER = "openai";
const BASE_URL = "https://api.openai.com/v1";
const KEY_ADVICE = "Add a credential of openai with a valid key, or set OPENAI_API_KEY in the server's environment.";
/** Models that think first refuse a temperature. */
const REASONING_MODEL = /^(?:o\d|gpt-5(?!.*chat))/;

/** A model of OpenAI. Needs the key of `openai`; fails with a `ProviderError` that says where to put it. */
export function createOpenAiModel(settings: Model, context: ProviderContext): LanguageModel {
  const apiKey = context.orgKeys?.[PROVIDER] ?? context.keys[PROVIDER];
  if (!apiKey)
    throw new ProviderError(`openai needs a key. ${KEY_ADVICE}`, { provider: PROVIDER, part: "model", retryable: false });
  const baseUrl = context.urls[PROVIDER] ?? BASE_URL;
  // The platform allows a region after the model's name, "gpt-4.1:eastus"; OpenAI itself has none.
  const modelName = settings.model.split(":")[0] ?? settings.model;
  const openai = createOpenAICompatible({
    name: PROVIDER,
    baseURL: baseUrl,
    apiKey,
    transformRequestBody: ({ max_tokens, temperature, ...body }) => ({
      ...body,
      max_completion_tokens: max_tokens,
      ...(REASONING_MODEL.test(modelName) ? {} : { temperature }),
    }),
  });
  return createAiSdkModel({
    provider: PROVIDER,
    model: openai.chatModel(modelName),
    modelName,
    baseUrl,
    timeoutSeconds: settings.timeoutSeconds,
    secrets: [apiKey],
    keyAdvice: KEY_ADVICE,
  });
}
