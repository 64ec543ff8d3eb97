import { z } from "zod";

/** One message of a prompt, in the OpenAI form. */
export const PromptMessage = z.object({
  role: z.enum(["system", "user", "assistant", "function", "tool"]),
  content: z.string().max(100_000_000).nullable(),
});
export type PromptMessage = z.infer<typeof PromptMessage>;

/** Language model providers of the platform. `callwright` is ours: built-in answers, no language model. */
export const MODEL_PROVIDERS = [
  "callwright",
  "openai",
  "custom-llm",
  "anthropic",
  "anyscale",
  "cerebras",
  "deep-seek",
  "deepinfra",
  "google",
  "groq",
  "inflection-ai",
  "openrouter",
  "perplexity-ai",
  "together-ai",
  "xai",
] as const;

/**
 * A language model. Fields only one provider knows are kept as they are.
 * `custom-llm` is any OpenAI-compatible server: `url` is its base URL (`http://127.0.0.1:11434/v1`), `headers` go with every request.
 */
export const Model = z
  .looseObject({
    provider: z.enum(MODEL_PROVIDERS),
    model: z.string().min(1).max(200),
    messages: z.array(PromptMessage).max(1000).optional(),
    temperature: z.number().min(0).max(2).optional(),
    maxTokens: z.number().int().min(50).max(10_000).optional(),
    url: z.url({ protocol: /^https?$/ }).optional(),
    headers: z.record(z.string(), z.string().max(4000)).optional(),
    /** How long the first token may take, for `custom-llm`. Default 20. */
    timeoutSeconds: z.number().min(0).max(300).optional(),
  })
  .superRefine((model, context) => {
    if (model.provider === "custom-llm" && !model.url)
      context.addIssue({ code: "custom", path: ["url"], message: "is required for provider custom-llm" });
  });
export type Model = z.infer<typeof Model>;
