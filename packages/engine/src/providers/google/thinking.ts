import type { JsonFields } from "../ai-sdk-model.ts";
import { thinkingTokens } from "../thinking-tokens.ts";

/** The least level of Pro, of Flash from 3.7 on, of Gemini 4 and later models is `low`. */
const LEAST_LEVEL_IS_MINIMAL = /gemini-3(?:\.[0-6])?-flash|gemini-3(?:\.\d+)?-flash-lite|gemma-4/;

interface LeastThinking {
  /** `generationConfig.thinkingConfig` of a request. */
  thinkingConfig: JsonFields;
  /** Tokens for the remaining thoughts. */
  tokens: number;
}

/**
 * Settings for the least thinking, because a caller waits, and thoughts count as tokens of the answer. Undefined for models that do not think.
 * `minimal` does not always mean none. https://ai.google.dev/gemini-api/docs/thinking, read 2026-11-29; @ai-sdk/google 4.0.121.
 */
export function leastThinking(model: string): LeastThinking | undefined {
  if (/gemini-2\.5-flash/.test(model)) return { thinkingConfig: { thinkingBudget: 0 }, tokens: 0 };
  if (/gemini-2\.5-pro/.test(model)) return { thinkingConfig: { thinkingBudget: 128 }, tokens: 128 };
  if (!/gemini-(?:[3-9]|flash|pro)|gemma-[4-9]/.test(model)) return undefined;
  const level = LEAST_LEVEL_IS_MINIMAL.test(model) ? "minimal" : "low";
  return { thinkingConfig: { thinkingLevel: level }, tokens: thinkingTokens(level) };
}
