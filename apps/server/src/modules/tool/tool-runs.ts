import { type StoredToolRun, TOOL_RUNS_LISTED } from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { listRuns, type ToolRunRow } from "./run/tool-runs.ts";
import { tools } from "./service.ts";

/** The last runs, newest first. Fails with `not-found`. */
export async function listToolRuns(context: ResourceContext, caller: OrgCaller, toolId: string): Promise<StoredToolRun[]> {
  await tools.get(context, caller, toolId);
  const rows = await listRuns(context.db, caller.orgId, toolId, TOOL_RUNS_LISTED);
  return rows.map((row) => toToolRun(row, toolId));
}

function toToolRun({ callId, chatId, sessionId, startedAt, ...row }: ToolRunRow, toolId: string): StoredToolRun {
  return {
    ...row,
    toolId,
    startedAt: startedAt.toISOString(),
    ...(callId !== null && { callId }),
    ...(chatId !== null && { chatId }),
    ...(sessionId !== null && { sessionId }),
  };
}
