import { z } from "zod";
import { Id } from "../entity.ts";
import { InlineAssistant, InlineAssistantOverrides, InlineSquad } from "../inline-shape.ts";
import { ServerTarget } from "../server-target.ts";
import { VariableExtractionPlan } from "./variable-extraction-plan.ts";

const Description = z.string().max(10_000).meta({ description: "Tells the model when to choose it." });

/** How much of the conversation the next assistant gets to know. */
export const ContextEngineeringPlan = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("all") }),
  z.strictObject({ type: z.literal("none") }),
  z.strictObject({ type: z.literal("lastNMessages"), maxMessages: z.number().int().min(0) }),
  z.strictObject({ type: z.literal("userAndAssistantMessages") }),
  z.strictObject({ type: z.literal("previousAssistantMessages") }),
]);

/** A handoff to another assistant: by name within the squad, by id, or one that is stored nowhere else. */
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

/** Where a conversation can be handed off to. */
export const HandoffDestination = z.discriminatedUnion("type", [
  HandoffAssistantDestination,
  z.strictObject({
    type: z.literal("dynamic").meta({ description: "The server is asked where to." }),
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
