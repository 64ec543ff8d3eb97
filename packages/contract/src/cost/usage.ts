import { z } from "zod";
import { USED_PARTS } from "./priced-units.ts";

/** The units that providers charge for. */
export const USED_AMOUNTS = [
  /** All input of a model, with cached tokens and tokens that are written to a cache. */
  "inputTokens",
  "cachedTokens",
  "cacheWriteTokens",
  "outputTokens",
  /** Requests for which the provider did not report tokens, for example because the caller interrupted. */
  "uncountedRequests",
  /** Sent to a voice. Words from the sound cache are not sent. */
  "characters",
  /** Seconds of sound: sent to a transcriber, or made by a voice. */
  "seconds",
] as const;

const amount = z.number().min(0).optional();

/** The usage of one part of a conversation. */
export const Usage = z.object({
  part: z.enum(USED_PARTS),
  provider: z.string(),
  /** The provider's name of the model. `default`: the provider has no names. */
  model: z.string(),
  /** It runs on this server, so it costs nothing. */
  local: z.boolean().optional(),
  amounts: z.object({
    inputTokens: amount,
    cachedTokens: amount,
    cacheWriteTokens: amount,
    outputTokens: amount,
    uncountedRequests: amount,
    characters: amount,
    seconds: amount,
  }),
});
export type Usage = z.infer<typeof Usage>;

/** The tokens of one part of an analysis. */
export const AnalysisUsage = z.object({
  part: z.string(),
  provider: z.string(),
  model: z.string(),
  promptTokens: z.number(),
  cachedPromptTokens: z.number(),
  completionTokens: z.number(),
});
export type AnalysisUsage = z.infer<typeof AnalysisUsage>;

/** One usage for each part, provider and model, in the order in which they appear first. */
export function addUsages(usages: readonly Usage[]): Usage[] {
  const sums = new Map<string, Usage>();
  for (const usage of usages) {
    const { part, provider, model, local = false } = usage;
    const key = JSON.stringify([part, provider, model, local]);
    const sum = sums.get(key);
    sums.set(key, sum ? { ...sum, amounts: addAmounts(sum.amounts, usage.amounts) } : usage);
  }
  return [...sums.values()];
}

function addAmounts(some: Usage["amounts"], others: Usage["amounts"]): Usage["amounts"] {
  const sums: Usage["amounts"] = { ...some };
  for (const name of USED_AMOUNTS) if (others[name] !== undefined) sums[name] = (some[name] ?? 0) + others[name];
  return sums;
}
