import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { TOOL_RUNS_LISTED } from "../wire/limits.ts";
import { defineRoutes } from "../wire/route.ts";

/** One run of a stored tool in a call or chat. Kept as long as its conversation. Callwright only. */
export const StoredToolRun = z.looseObject({
  id: Id,
  orgId: Id,
  toolId: Id,
  /** As the model called it. */
  name: z.string(),
  callId: Id.optional(),
  chatId: Id.optional(),
  sessionId: Id.optional(),
  arguments: z.record(z.string(), z.unknown()),
  /** What the tool answered, or why it failed. */
  result: z.string(),
  failed: z.boolean(),
  startedAt: z.string(),
  durationMs: z.number(),
});
export type StoredToolRun = z.infer<typeof StoredToolRun>;

export const toolRunRoutes = defineRoutes({
  listToolRuns: {
    method: "GET",
    path: "/tool/{id}/run",
    scope: "private",
    role: "viewer",
    response: z.array(StoredToolRun),
    status: 200,
    summary: `List the last ${TOOL_RUNS_LISTED} runs of a tool, newest first`,
  },
});
