import type { UsedPart } from "../cost/priced-units.ts";
import { TRANSCRIBER_PROVIDERS } from "../provider/transcriber-providers.ts";
import { VOICE_PROVIDERS } from "../provider/voice-providers.ts";

/**
 * Language model providers. Of Callwright only: `callwright`, with built-in answers and no language model, and baseten, cloudflare, fireworks,
 * mistral and sambanova.
 */
export const MODEL_PROVIDERS = [
  "callwright",
  "openai",
  "custom-llm",
  "anthropic",
  "anthropic-bedrock",
  "anyscale",
  "baseten",
  "cerebras",
  "cloudflare",
  "deep-seek",
  "deepinfra",
  "fireworks",
  "google",
  "groq",
  "inflection-ai",
  "minimax",
  "mistral",
  "openrouter",
  "perplexity-ai",
  "sambanova",
  "together-ai",
  "vapi",
  "xai",
] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** The providers of each part of an assistant. */
export const PROVIDERS_OF_PARTS: Readonly<Record<UsedPart, readonly string[]>> = {
  model: MODEL_PROVIDERS,
  voice: VOICE_PROVIDERS,
  transcriber: TRANSCRIBER_PROVIDERS,
};
