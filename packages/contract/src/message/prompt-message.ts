import { z } from "zod";

/** One message of a prompt, in the OpenAI format. */
export const PromptMessage = z.strictObject({
  role: z.enum(["system", "user", "assistant", "function", "tool"]),
  content: z.string().max(100_000_000).nullable(),
});
export type PromptMessage = z.infer<typeof PromptMessage>;
