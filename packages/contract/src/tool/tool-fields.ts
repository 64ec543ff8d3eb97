import { z } from "zod";
import { ToolMessage } from "./tool-message.ts";
import { ToolRejectionPlan } from "./tool-rejection-plan.ts";

export const ToolFields = {
  /** Spoken while the tool runs, and after. Unset: the model chooses the words. */
  messages: z.array(ToolMessage).max(100).optional(),
  rejectionPlan: ToolRejectionPlan.optional(),
};
