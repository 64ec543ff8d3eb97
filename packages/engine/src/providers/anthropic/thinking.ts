import { ASSISTANT_DEFAULTS, type Model } from "@callwright/contract";
import type { JsonFields, Thinking } from "../ai-sdk-model.ts";
import { thinkingTokens } from "../thinking-tokens.ts";

/**
 * Model families by their way of thinking, for names of Anthropic and ids of Bedrock. https://platform.claude.com/docs/en/build-with-claude/thinking
 * and "What's new" of each model, read 2026-11-29; @ai-sdk/anthropic 4.0.105. Other models always think, as newer families do.
 */
const THINKS_ON_REQUEST = /claude-(?:[23]|(?:opus|sonnet|haiku)-4)/;
/** Those of the models above that have a budget of tokens. */
const TAKES_BUDGET = /claude-(?:[23]|(?:opus|sonnet|haiku)-4(?!-[7-9]\b))/;
const THINKS_BETWEEN_TOOLS = /claude-sonnet-5-[5-9]/;
const CAN_ANSWER_AT_ONCE = /claude-(?:sonnet-5|opus-5(?!-)|haiku-5)/;

const LEAST_EFFORT = "low";

/** Tokens that a model of Anthropic may think before it answers; undefined without a budget. */
function thinkingBudget({ thinking }: Model): number | undefined {
  const { type, budgetTokens } = (thinking ?? {}) as { type?: unknown; budgetTokens?: unknown };
  return type === "enabled" && typeof budgetTokens === "number" ? budgetTokens : undefined;
}

/** Why the model cannot think as the settings say; undefined when it can. Begins with the field. */
export function thinkingProblem(settings: Model): string | undefined {
  const budget = thinkingBudget(settings);
  if (budget === undefined) return undefined;
  const { model, maxTokens = ASSISTANT_DEFAULTS.model.maxTokens } = settings;
  if (/claude-/.test(model) && !TAKES_BUDGET.test(model))
    return `model.thinking is not for ${model}, which takes no budget of tokens. Remove the field: the model then thinks as little as it can.`;
  // Thoughts count as tokens of the answer.
  if (maxTokens > budget) return undefined;
  return `model.maxTokens is ${maxTokens} and must be greater than model.thinking.budgetTokens, which is ${budget}.`;
}

/** Settings for the least thinking, because a caller waits. */
function leastThinking(model: string): Thinking {
  if (!/claude-/.test(model) || THINKS_ON_REQUEST.test(model)) return {};
  const extraTokens = thinkingTokens(LEAST_EFFORT);
  if (THINKS_BETWEEN_TOOLS.test(model)) return { ...withOptions({ thinking: { type: "between_tools" } }), extraTokens };
  if (CAN_ANSWER_AT_ONCE.test(model)) return withOptions({ thinking: { type: "disabled" } });
  return { ...withOptions({ effort: LEAST_EFFORT }), extraTokens };
}

const withOptions = (options: JsonFields) => ({ providerOptions: { anthropic: options } });

/** The common settings of requests to Anthropic's models, wherever they are hosted. */
export function anthropicRequest(settings: Model) {
  const budgetTokens = thinkingBudget(settings);
  return {
    // The prompt is the same in each turn: Anthropic reads it from its cache if it is long enough.
    rules: { takesTurns: true, systemOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } },
    thinking({ thoughtsAreKnown }: { thoughtsAreKnown: boolean }): Thinking {
      // With a budget, Anthropic refuses tool answers whose calls come without their thoughts.
      if (budgetTokens === undefined || !thoughtsAreKnown) return leastThinking(settings.model);
      // The SDK adds a budget to the tokens of the answer.
      return { ...withOptions({ thinking: { type: "enabled", budgetTokens } }), extraTokens: -budgetTokens };
    },
    keepsThoughts: true,
  };
}
