import { z } from "zod";
import { ToolMessage } from "./tool-message.ts";
import { ToolRejectionPlan } from "./tool-rejection-plan.ts";

/** What every tool has. */
export const ToolFields = {
  /** Spoken while it runs, and after. Unset: the model finds words. */
  messages: z.array(ToolMessage).max(100).optional(),
  rejectionPlan: ToolRejectionPlan.optional(),
};
