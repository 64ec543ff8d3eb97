import { ASSISTANT_DEFAULTS, type Model } from "@callwright/contract";
import type { JsonFields } from "../ai-sdk-model.ts";

/** Tokens that a model of Anthropic may think before it answers; undefined when it does not think. */
export function thinkingBudget({ thinking }: Model): number | undefined {
  const { type, budgetTokens } = (thinking ?? {}) as { type?: unknown; budgetTokens?: unknown };
  return type === "enabled" && typeof budgetTokens === "number" ? budgetTokens : undefined;
}

/** Thoughts count as tokens of the answer: an answer needs more than the budget. */
export function thinkingProblem(settings: Model): string | undefined {
  const budget = thinkingBudget(settings);
  const maxTokens = settings.maxTokens ?? ASSISTANT_DEFAULTS.model.maxTokens;
  if (budget === undefined || maxTokens > budget) return undefined;
  return `model.maxTokens is ${maxTokens} and must be greater than model.thinking.budgetTokens, which is ${budget}.`;
}

/** What requests of Anthropic's models have in common, wherever they are hosted. */
export function anthropicRequest(settings: Model) {
  const budget = thinkingBudget(settings);
  const thinking: JsonFields = budget === undefined ? {} : { thinking: { type: "enabled", budgetTokens: budget } };
  return {
    // The prompt is the same in each turn: Anthropic reads it from its cache, if it is long enough.
    rules: { takesTurns: true, systemOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
    // Anthropic refuses answers of tools whose calls come without their thoughts.
    providerOptions: ({ thoughtsAreKnown }: { thoughtsAreKnown: boolean }) => ({ anthropic: thoughtsAreKnown ? thinking : {} }),
    keepsThoughts: true,
    thinkingTokens: budget ?? 0,
  };
}
