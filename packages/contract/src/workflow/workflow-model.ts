import { z } from "zod";
import { suggestedNames } from "../catalog/catalog.ts";
import { PromptMessage } from "../message/prompt-message.ts";
import { suggested } from "../wire/suggested.ts";
import { OWN_MODEL_FOR_VISITORS } from "../wire/visitor-choice.ts";

const CommonFields = {
  messages: z.array(PromptMessage).max(1000).optional(),
  temperature: z.number().min(0).max(2).optional(),
  maxTokens: z.number().int().min(50).max(10_000).meta({ title: "Max tokens" }).optional(),
};
const Thinking = z.looseObject({ type: z.literal("enabled"), budgetTokens: z.number().int().min(1024).max(100_000) });
const modelOf = (names: readonly string[]) => suggested(names, 100);

/** The language model of a workflow or of one of its nodes. Unknown fields are kept for the provider. */
export const WorkflowModel = z
  .discriminatedUnion("provider", [
    z.looseObject({ provider: z.literal("callwright"), model: modelOf(["builtin"]), ...CommonFields }),
    z.looseObject({ provider: z.literal("openai"), model: modelOf(suggestedNames("model", "openai")), ...CommonFields }),
    z.looseObject({
      provider: z.literal("anthropic"),
      model: modelOf(suggestedNames("model", "anthropic")),
      thinking: Thinking.optional(),
      ...CommonFields,
    }),
    z.looseObject({
      provider: z.literal("anthropic-bedrock"),
      model: modelOf(suggestedNames("model", "anthropic")),
      thinking: Thinking.optional(),
      ...CommonFields,
    }),
    z.looseObject({ provider: z.literal("google"), model: modelOf(suggestedNames("model", "google")), ...CommonFields }),
    z.looseObject({
      provider: z.literal("custom-llm"),
      model: modelOf([]),
      url: z
        .url({ protocol: /^https?$/, message: "must be an http or https URL" })
        .meta({ title: "Base URL", ...OWN_MODEL_FOR_VISITORS })
        .optional(),
      headers: z.record(z.string(), z.string().max(4000)).meta(OWN_MODEL_FOR_VISITORS).optional(),
      metadataSendMode: z.enum(["off", "variable", "destructured"]).optional(),
      timeoutSeconds: z.number().min(20).max(600).meta({ title: "Timeout", unit: "s" }).optional(),
      ...CommonFields,
    }),
  ])
  .meta({ id: "WorkflowModel" });
export type WorkflowModel = z.infer<typeof WorkflowModel>;
