import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { TOOL_RUNS_LISTED } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { toolNoun } from "./tool-noun.ts";

/** One run of a stored tool in a call or chat. Kept as long as its conversation. Callwright only. */
export const StoredToolRun = z.looseObject({
  id: Id,
  orgId: Id,
  toolId: Id,
  /** The name in the model's call. */
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

export const toolRunRoutes = describeRoutes(toolNoun.addresses, {
  listToolRuns: {
    response: z.array(StoredToolRun),
    summary: `List the last ${TOOL_RUNS_LISTED} runs of a tool, newest first`,
  },
});
