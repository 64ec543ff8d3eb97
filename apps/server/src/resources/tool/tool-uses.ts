import { TOOL_USES_LISTED, type ToolUse } from "@callwright/contract";
import { assistant, squad, workflow } from "../../db/schema/platform.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { findUsers } from "../../resource-kit/find-users.ts";
import type { ResourceContext } from "../../resource-kit/resource-service.ts";
import { tools } from "./service.ts";

/** `declineToolId`: of a consent plan. */
const FIELDS = ["toolIds", "toolId", "declineToolId"];

/** What uses the tool, drafts not included. Fails with `not-found`. */
export async function listToolUses(context: ResourceContext, caller: OrgCaller, toolId: string): Promise<ToolUse[]> {
  await tools.get(context, caller, toolId);
  const tables = { assistant, squad, workflow };
  const found = await findUsers(context.db, caller.orgId, { tables, fields: FIELDS, id: toolId, limit: TOOL_USES_LISTED });
  return found.map(({ noun, name, id }) => ({ resource: noun, id, ...(name !== null && { name }) }));
}
