import { TOOL_USES_LISTED, type ToolUse } from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { findUsers } from "../../platform/resource-kit/find-users.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { assistant } from "../assistant/tables.ts";
import { squad } from "../squad/tables.ts";
import { workflow } from "../workflow/tables.ts";
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
