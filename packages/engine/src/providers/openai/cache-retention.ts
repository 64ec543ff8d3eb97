import type { Model } from "@callwright/contract";

/**
 * How long a model may keep a prompt in its cache, beside `24h`. GPT-6 and later decide by themselves; GPT-5.5 and 5.6 know `24h` alone.
 * https://developers.openai.com/api/docs/guides/prompt-caching, openai-node 7.59.0 and @ai-sdk/openai 3.0.141, read 2026-11-29.
 */
const takes = (model: string, retention: unknown) =>
  !/^gpt-[6-9]/.test(model) && (retention === "24h" || !/^gpt-5\.[5-9]/.test(model));

/** The retention to send: undefined where the model refuses the chosen one, as a fallback model may. */
export const cacheRetentionOf = (model: string, chosen: unknown): string | undefined =>
  typeof chosen === "string" && takes(model, chosen) ? chosen : undefined;

/** Why the model refuses the retention of the settings; undefined when it takes it. Begins with the field. */
export function cacheRetentionProblem({ model, promptCacheRetention: chosen }: Model): string | undefined {
  const [name = ""] = model.split(":");
  if (typeof chosen !== "string" || takes(name, chosen)) return undefined;
  return `model.promptCacheRetention is ${chosen}, which ${name} does not take. Remove the field: OpenAI caches prompts by itself.`;
}
