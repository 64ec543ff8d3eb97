/**
 * Tokens for thoughts, by effort. Google's budgets for the efforts of OpenAI's protocol: https://ai.google.dev/gemini-api/docs/openai, read
 * 2026-11-29.
 */
const THINKING_TOKENS: Readonly<Record<string, number>> = { none: 0, minimal: 1024, low: 1024, medium: 8192 };
const OF_HIGHER_EFFORTS = 24_576;

/** Tokens for a model's thoughts, in addition to `maxTokens`: providers count thoughts as tokens of the answer. */
export const thinkingTokens = (effort: string): number => THINKING_TOKENS[effort] ?? OF_HIGHER_EFFORTS;
