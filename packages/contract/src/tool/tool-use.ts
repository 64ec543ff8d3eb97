import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { TOOL_USES_LISTED } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { toolNoun } from "./tool-noun.ts";

/** A resource that uses a stored tool: in its published form, at any depth. Callwright only. */
export const ToolUse = z.object({
  resource: z.enum(["assistant", "squad", "workflow"]),
  id: Id,
  /** Absent for one without a name. */
  name: z.string().optional(),
});
export type ToolUse = z.infer<typeof ToolUse>;

export const toolUseRoutes = describeRoutes(toolNoun.addresses, {
  listToolUses: {
    response: z.array(ToolUse),
    summary: `List the assistants, squads and workflows that use a tool, at most ${TOOL_USES_LISTED}`,
  },
});
