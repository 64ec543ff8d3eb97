import { createAnthropic } from "@ai-sdk/anthropic";
import type { Model } from "@callwright/contract";
import type { LanguageModel } from "../../model/language-model.ts";
import { createAiSdkModel } from "../ai-sdk-model.ts";
import type { ProviderContext } from "../provider.ts";
import { requireKey } from "../provider-key.ts";
import { anthropicRequest } from "./thinking.ts";

const PROVIDER = "anthropic";
/** https://platform.claude.com/docs/en/api/messages. */
const BASE_URL = "https://api.anthropic.com/v1";

/** A model of Anthropic's Messages API. */
export function createAnthropicModel(settings: Model, context: ProviderContext): LanguageModel {
  const apiKey = requireKey(context, PROVIDER, "model");
  const given = context.urls[PROVIDER] ?? BASE_URL;
  // Anthropic's own clients name the address without the version.
  const baseUrl = new URL(given).pathname === "/" ? `${new URL(given).origin}/v1` : given;
  return createAiSdkModel(settings, {
    provider: PROVIDER,
    model: createAnthropic({ apiKey, baseURL: baseUrl })(settings.model),
    baseUrl,
    secrets: [apiKey],
    ...anthropicRequest(settings),
  });
}
