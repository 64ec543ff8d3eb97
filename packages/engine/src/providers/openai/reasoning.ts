import type { Model } from "@callwright/contract";

/** Models that think first. */
const REASONING_MODEL = /^(?:o\d|gpt-5(?!.*chat))/;
/** These think by default, and not little; newer ones do not. */
const THINKS_BY_DEFAULT = /^gpt-5(?:-mini|-nano)?(?:-\d{4}-\d\d-\d\d)?$/;

export function refusesTemperature(model: string): boolean {
  return REASONING_MODEL.test(model);
}

/**
 * How much a model thinks before it answers. By default as little as it can: a caller waits meanwhile, and thoughts count as tokens of the
 * answer. Undefined for models that do not think. https://platform.openai.com/docs/guides/reasoning.
 */
export function reasoningEffortOf(model: string, { reasoningEffort }: Model): unknown {
  if (!REASONING_MODEL.test(model)) return undefined;
  if (reasoningEffort !== undefined) return reasoningEffort;
  if (THINKS_BY_DEFAULT.test(model)) return "minimal";
  return /^o\d/.test(model) ? "low" : undefined;
}
