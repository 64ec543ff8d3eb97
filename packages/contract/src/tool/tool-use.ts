import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { TOOL_USES_LISTED } from "../wire/limits.ts";
import { defineRoutes } from "../wire/route.ts";

/** What uses a stored tool: in its published form, at any depth. Callwright only. */
export const ToolUse = z.object({
  resource: z.enum(["assistant", "squad", "workflow"]),
  id: Id,
  /** Absent for one without a name. */
  name: z.string().optional(),
});
export type ToolUse = z.infer<typeof ToolUse>;

export const toolUseRoutes = defineRoutes({
  listToolUses: {
    method: "GET",
    path: "/tool/{id}/used-by",
    scope: "private",
    role: "viewer",
    response: z.array(ToolUse),
    status: 200,
    summary: `List the assistants, squads and workflows that use a tool, at most ${TOOL_USES_LISTED}`,
  },
});
