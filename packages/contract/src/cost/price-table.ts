import { EVERY_MODEL, type ListedPrice, type PriceUnit } from "./price.ts";
import type { UsedPart } from "./usage.ts";

/**
 * What providers charge, in US dollars, as sources of a certain day say it. A price without a source is not listed: it is unknown.
 * These are list prices without discounts and without surcharges for very long prompts. An organization can set its own (`PUT /price`).
 */

type Source = Pick<ListedPrice, "source" | "asOf">;

const GENAI_PRICES: Source = { source: "https://www.npmjs.com/package/@pydantic/genai-prices/v/0.1.8", asOf: "2026-09-23" };
/** A copy of LiteLLM's `model_prices_and_context_window.json`. */
const LITELLM: Source = {
  source:
    "https://github.com/Prajwalsrinvas/token-tariff/blob/77b8722619d64503658ecc85979802d678a5626c/model_prices_and_context_window.json",
  asOf: "2026-08-01",
};
const HAIL = "https://github.com/hail-hq/hail/blob/14ba29d5792f17af54d01fe2d5782c39d79f866a/costs";
const hailVoices = (asOf: string): Source => ({ source: `${HAIL}/tts.json`, asOf });
const hailTranscribers = (asOf: string): Source => ({ source: `${HAIL}/stt.json`, asOf });
const XAI = (page: string): Source => ({ source: `https://docs.x.ai/developers/models/${page}`, asOf: "2026-04-15" });
const PUTER: Source = { source: "https://developer.puter.com/tutorials/elevenlabs-api-pricing/", asOf: "2026-06-01" };
const LLM_REFERENCE: Source = { source: "https://www.llmreference.com/model/flux-asr/deepgram", asOf: "2026-06-07" };

/** For a million tokens. */
const MODELS: readonly [
  provider: string,
  model: string,
  input: number,
  cached: number | undefined,
  output: number,
  cacheWrite?: number,
][] = [
  ["openai", "gpt-5.4", 2.5, 0.25, 15],
  ["openai", "gpt-5.4-mini", 0.75, 0.075, 4.5],
  ["openai", "gpt-5.2", 1.75, 0.175, 14],
  ["openai", "gpt-5.1", 1.25, 0.125, 10],
  ["openai", "gpt-5", 1.25, 0.125, 10],
  ["openai", "gpt-5-mini", 0.25, 0.025, 2],
  ["openai", "gpt-5-nano", 0.05, 0.005, 0.4],
  ["openai", "gpt-4.1", 2, 0.5, 8],
  ["openai", "gpt-4.1-mini", 0.4, 0.1, 1.6],
  ["openai", "gpt-4.1-nano", 0.1, 0.025, 0.4],
  ["openai", "gpt-4o", 2.5, 1.25, 10],
  ["openai", "gpt-4o-mini", 0.15, 0.075, 0.6],
  ["openai", "o3", 2, 0.5, 8],
  ["openai", "o3-mini", 1.1, 0.55, 4.4],
  ["openai", "o4-mini", 1.1, 0.275, 4.4],
  ["openai", "gpt-4-turbo", 10, undefined, 30],
  ["openai", "gpt-4", 30, undefined, 60],
  ["openai", "gpt-3.5-turbo", 0.5, undefined, 1.5],
  ["openai", "gpt-4.1-2025-04-14", 2, 0.5, 8],
  ["openai", "gpt-4.1-mini-2025-04-14", 0.4, 0.1, 1.6],
  ["openai", "gpt-4o-2024-08-06", 2.5, 1.25, 10],
  ["openai", "gpt-4o-2024-11-20", 2.5, 1.25, 10],
  ["openai", "gpt-4o-mini-2024-07-18", 0.15, 0.075, 0.6],
  ["anthropic", "claude-sonnet-5", 2, 0.2, 10, 2.5],
  ["anthropic", "claude-opus-4-5", 5, 0.5, 25, 6.25],
  ["anthropic", "claude-sonnet-4-5", 3, 0.3, 15, 3.75],
  ["anthropic", "claude-haiku-4-5", 1, 0.1, 5, 1.25],
  ["anthropic", "claude-opus-4-6", 5, 0.5, 25, 6.25],
  ["anthropic", "claude-opus-4-5-20251101", 5, 0.5, 25, 6.25],
  ["anthropic", "claude-opus-4-20250514", 15, 1.5, 75, 18.75],
  ["anthropic", "claude-sonnet-4-6", 3, 0.3, 15, 3.75],
  ["anthropic", "claude-sonnet-4-5-20250929", 3, 0.3, 15, 3.75],
  ["anthropic", "claude-sonnet-4-20250514", 3, 0.3, 15, 3.75],
  ["anthropic", "claude-haiku-4-5-20251001", 1, 0.1, 5, 1.25],
  ["anthropic", "claude-3-7-sonnet-20250219", 3, 0.3, 15, 3.75],
  ["anthropic", "claude-3-5-sonnet-20241022", 3, 0.3, 15, 3.75],
  ["anthropic", "claude-3-5-haiku-20241022", 0.8, 0.08, 4, 1],
  ["anthropic", "claude-3-opus-20240229", 15, 1.5, 75, 18.75],
  ["google", "gemini-3-flash-preview", 0.5, 0.05, 3],
  ["google", "gemini-2.5-pro", 1.25, 0.125, 10],
  ["google", "gemini-2.5-flash", 0.3, 0.03, 2.5],
  ["google", "gemini-2.5-flash-lite", 0.1, 0.01, 0.4],
  ["google", "gemini-2.0-flash", 0.1, 0.025, 0.4],
  ["google", "gemini-2.0-flash-lite", 0.075, undefined, 0.3],
  ["google", "gemini-1.5-flash", 0.075, 0.01875, 0.3],
  ["google", "gemini-1.5-pro", 1.25, undefined, 5],
  ["groq", "openai/gpt-oss-20b", 0.075, 0.0375, 0.3],
  ["groq", "openai/gpt-oss-120b", 0.15, 0.075, 0.6],
  ["groq", "llama-3.3-70b-versatile", 0.59, undefined, 0.79],
  ["groq", "llama-3.1-8b-instant", 0.05, undefined, 0.08],
  ["groq", "gemma2-9b-it", 0.2, undefined, 0.2],
  ["groq", "meta-llama/llama-4-maverick-17b-128e-instruct", 0.2, undefined, 0.6],
  ["groq", "meta-llama/llama-4-scout-17b-16e-instruct", 0.11, undefined, 0.34],
  ["cerebras", "llama3.1-8b", 0.1, undefined, 0.1],
  ["cerebras", "llama-3.3-70b", 0.85, undefined, 1.2],
  ["cerebras", "gpt-oss-120b", 0.35, undefined, 0.75],
  ["xai", "grok-4", 3, 0.75, 15],
  ["xai", "grok-3", 3, 0.75, 15],
  ["xai", "grok-2", 2, undefined, 10],
  ["minimax", "MiniMax-M2.7", 0.3, 0.06, 1.2, 0.375],
];

/** For a thousand characters. */
const VOICES: readonly [provider: string, model: string, usd: number, from: Source][] = [
  ["11labs", "eleven_flash_v2_5", 0.05, hailVoices("2026-05-05")],
  ["11labs", "eleven_turbo_v2_5", 0.05, hailVoices("2026-05-19")],
  ["11labs", "eleven_multilingual_v2", 0.1, hailVoices("2026-05-19")],
  ["11labs", "eleven_v3", 0.1, hailVoices("2026-05-19")],
  ["azure", "neural", 0.016, hailVoices("2026-05-19")],
  ["microsoft", "neural", 0.016, hailVoices("2026-05-19")],
  // The plan Pro: 100,000 credits for 5 dollars. Each model takes one credit for a character.
  ["cartesia", EVERY_MODEL, 0.05, { source: "https://apio.sh/apis/cartesia", asOf: "2026-06-21" }],
  ["deepgram", "aura-2", 0.03, hailVoices("2026-05-19")],
  ["inworld", "inworld-tts-2", 0.035, hailVoices("2026-05-19")],
  ["lmnt", "blizzard", 0.05, hailVoices("2026-05-19")],
  ["minimax", "speech-02-hd", 0.1, LITELLM],
  ["minimax", "speech-02-turbo", 0.06, LITELLM],
  ["minimax", "speech-2.6-hd", 0.1, LITELLM],
  ["minimax", "speech-2.6-turbo", 0.06, LITELLM],
  ["openai", "tts-1", 0.015, LITELLM],
  ["openai", "tts-1-hd", 0.03, LITELLM],
  ["rime-ai", "mistv3", 0.03, hailVoices("2026-05-19")],
  ["smallest-ai", "lightning-v3.1", 0.025, hailVoices("2026-05-19")],
  ["xai", "default", 0.0042, XAI("text-to-speech")],
];

/** For a minute of sound that a voice makes, where the provider does not count characters. */
const VOICE_MINUTES: typeof VOICES = [["openai", "gpt-4o-mini-tts", 0.015, LITELLM]];

/** For a minute of sound. */
const TRANSCRIBERS: typeof VOICES = [
  ["11labs", "scribe_v1", 0.22 / 60, PUTER],
  ["11labs", "scribe_v2", 0.22 / 60, PUTER],
  ["11labs", "scribe_v2_realtime", 0.39 / 60, PUTER],
  ["assembly-ai", "universal-streaming-english", 0.0025, hailTranscribers("2026-05-05")],
  ["assembly-ai", "universal-streaming-multilingual", 0.0025, hailTranscribers("2026-05-26")],
  ["azure", "speech", 1 / 60, hailTranscribers("2026-05-19")],
  ["deepgram", "flux-general-en", 0.0065, LLM_REFERENCE],
  ["deepgram", "flux-general-multi", 0.0078, LLM_REFERENCE],
  ["deepgram", "nova-3", 0.0048, hailTranscribers("2026-05-05")],
  ["deepgram", "nova-3-general", 0.0048, hailTranscribers("2026-05-05")],
  ["deepgram", "nova-3-multilingual", 0.0058, hailTranscribers("2026-05-05")],
  ["deepgram", "nova-3-medical", 0.0048, hailTranscribers("2026-05-19")],
  ["gladia", "solaria-1", 0.0125, hailTranscribers("2026-05-19")],
  ["soniox", "stt-rt-v4", 0.002, hailTranscribers("2026-05-19")],
  ["speechmatics", "enhanced", 0.004, hailTranscribers("2026-05-19")],
  ["xai", "default", 0.2 / 60, XAI("speech-to-text")],
];

export const PRICE_TABLE: readonly ListedPrice[] = [
  ...MODELS.flatMap(([provider, model, input, cached, output, cacheWrite]) => {
    const of = { part: "model", provider, model, ...GENAI_PRICES } as const;
    return [
      { ...of, unit: "1m-input-tokens" as const, usd: input },
      ...(cached === undefined ? [] : [{ ...of, unit: "1m-cached-tokens" as const, usd: cached }]),
      ...(cacheWrite === undefined ? [] : [{ ...of, unit: "1m-cache-write-tokens" as const, usd: cacheWrite }]),
      { ...of, unit: "1m-output-tokens" as const, usd: output },
    ];
  }),
  ...VOICES.map(priceOf("voice", "1k-characters")),
  ...VOICE_MINUTES.map(priceOf("voice", "minute")),
  ...TRANSCRIBERS.map(priceOf("transcriber", "minute")),
];

function priceOf(part: UsedPart, unit: PriceUnit) {
  return ([provider, model, usd, from]: (typeof VOICES)[number]): ListedPrice => ({ part, provider, model, unit, usd, ...from });
}
