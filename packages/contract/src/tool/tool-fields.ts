import { z } from "zod";
import { ToolMessage } from "./tool-message.ts";
import { ToolRejectionPlan } from "./tool-rejection-plan.ts";

export const ToolFields = {
  messages: z
    .array(ToolMessage)
    .max(100)
    .optional()
    .meta({ description: "Spoken while the tool runs, and after. Empty: the model chooses the words." }),
  rejectionPlan: ToolRejectionPlan.optional().meta({
    title: "Rejection conditions",
    description: "The tool call is rejected under these conditions.",
  }),
};

/** A type of tools with its own fields. */
export const tool = <const Type extends string, Own extends z.ZodRawShape>(type: Type, own: Own) =>
  z.strictObject({ type: z.literal(type), ...own, ...ToolFields });
