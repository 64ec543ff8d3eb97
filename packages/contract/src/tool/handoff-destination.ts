import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { InlineAssistant, InlineAssistantOverrides, InlineSquad } from "./inline-shape.ts";
import { VariableExtractionPlan } from "./variable-extraction-plan.ts";

const Description = z.string().max(10_000).meta({ description: "Tells the model when to choose it." });

/** How much of the conversation the next assistant sees. */
export const ContextEngineeringPlan = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("all") }),
  z.strictObject({ type: z.literal("none") }),
  z.strictObject({ type: z.literal("lastNMessages"), maxMessages: z.number().int().min(0) }),
  z.strictObject({ type: z.literal("userAndAssistantMessages") }),
  z.strictObject({ type: z.literal("previousAssistantMessages") }),
]);
export type ContextEngineeringPlan = z.infer<typeof ContextEngineeringPlan>;

/** A handoff to another assistant: by name within the squad, by id, or inline. */
export const HandoffAssistantDestination = z.strictObject({
  type: z.literal("assistant"),
  assistantName: z.string().max(200).optional(),
  assistantId: Id.meta({ title: "Assistant" }).optional(),
  assistant: InlineAssistant.optional(),
  assistantOverrides: InlineAssistantOverrides.optional(),
  contextEngineeringPlan: ContextEngineeringPlan.optional(),
  variableExtractionPlan: VariableExtractionPlan.optional(),
  description: Description.optional(),
});

/** A handoff target. */
export const HandoffDestination = z.discriminatedUnion("type", [
  HandoffAssistantDestination,
  z.strictObject({
    type: z.literal("dynamic").meta({ description: "Your server chooses the destination." }),
    server: ServerTarget.optional(),
    description: Description.optional(),
  }),
  z.strictObject({
    type: z.literal("squad"),
    squadId: Id.meta({ title: "Squad" }).optional(),
    squad: InlineSquad.optional(),
    squadOverrides: InlineAssistantOverrides.optional(),
    entryAssistantName: z.string().max(200).optional(),
    contextEngineeringPlan: ContextEngineeringPlan.optional(),
    variableExtractionPlan: VariableExtractionPlan.optional(),
    description: Description.optional(),
  }),
]);
export type HandoffDestination = z.infer<typeof HandoffDestination>;
