import { z } from "zod";
import { optionalFields } from "../wire/objects.ts";

interface GroupCondition {
  type: "group";
  operator: "AND" | "OR";
  conditions: RejectionCondition[];
}

/** A condition for rejecting a tool call. */
export type RejectionCondition = z.infer<typeof RegexCondition> | z.infer<typeof LiquidCondition> | GroupCondition;

const RegexCondition = z.strictObject({
  type: z.literal("regex"),
  regex: z.string().min(1).max(1000),
  target: optionalFields({
    role: z.enum(["user", "assistant"]),
    position: z.number().int().meta({ default: -1, description: "Position in the messages. Negative counts from the end." }),
  }).optional(),
  negate: z.boolean().meta({ default: false }).optional(),
});

const LiquidCondition = z.strictObject({
  type: z.literal("liquid"),
  liquid: z.string().min(1).max(10_000).meta({ description: "A Liquid template that renders `true` or `false`." }),
});

const GroupCondition = z.strictObject({
  type: z.literal("group"),
  operator: z.enum(["AND", "OR"]),
  conditions: z.array(z.lazy((): z.ZodType<RejectionCondition, RejectionCondition> => RejectionCondition)).max(100),
});

const RejectionCondition: z.ZodType<RejectionCondition, RejectionCondition> = z
  .discriminatedUnion("type", [RegexCondition, LiquidCondition, GroupCondition])
  .meta({ id: "RejectionCondition" });

/** A tool call is rejected when all conditions are met. Without conditions, the tool always runs. */
export const ToolRejectionPlan = z.strictObject({ conditions: z.array(RejectionCondition).max(100).optional() });
export type ToolRejectionPlan = z.infer<typeof ToolRejectionPlan>;
