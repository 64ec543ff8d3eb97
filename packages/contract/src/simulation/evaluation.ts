import { z } from "zod";
import { CreateStructuredOutput } from "../assistant/structured-output.ts";
import { Id } from "../wire/entity.ts";
import { exactlyOneOf } from "../wire/one-of.ts";

export const COMPARATORS = ["=", "!=", ">", "<", ">=", "<="] as const;

/** A structured output of the conversation, compared with an expected value. */
export const EvaluationPlanItem = z
  .strictObject({
    structuredOutputId: Id.optional().meta({ title: "Structured output" }),
    structuredOutput: CreateStructuredOutput.optional().meta({ title: "Inline structured output" }),
    path: z.string().min(1).max(1000).optional().meta({ description: "The field of an object, with dots: customer.name" }),
    comparator: z.enum(COMPARATORS),
    value: z.union([z.number(), z.string().max(10_000), z.boolean()]),
    required: z.boolean().optional().meta({ default: true }),
  })
  .refine(...exactlyOneOf("structuredOutputId", "structuredOutput"));
export type EvaluationPlanItem = z.infer<typeof EvaluationPlanItem>;
