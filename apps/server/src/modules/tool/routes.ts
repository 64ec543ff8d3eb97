import {
  type StoredToolRun,
  TOOL_RUNS_LISTED,
  TOOL_USES_LISTED,
  type ToolUse,
  toolRoutes as table,
  toolRunRoutes,
  toolUseRoutes,
} from "@callwright/contract";
import { present } from "../../platform/db/present.ts";
import type { App } from "../../platform/http/app.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { findUsers } from "../../platform/resource-kit/find-users.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { assistant } from "../assistant/tables.ts";
import { squad } from "../squad/tables.ts";
import { workflow } from "../workflow/tables.ts";
import { listRuns } from "./run/tool-runs.ts";
import { tools } from "./service.ts";

export function toolRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, context, table, resourceHandlers("Tool", context, tools));
  registerRoutes(app, context, toolRunRoutes, { listToolRuns: ({ caller, params }) => listToolRuns(context, caller, params.id) });
  registerRoutes(app, context, toolUseRoutes, { listToolUses: ({ caller, params }) => listToolUses(context, caller, params.id) });
}

/** The last runs, newest first. Fails with `not-found`. */
async function listToolRuns(context: ResourceContext, caller: OrgCaller, toolId: string): Promise<StoredToolRun[]> {
  await tools.get(context, caller, toolId);
  const rows = await listRuns(context.db, caller.orgId, toolId, TOOL_RUNS_LISTED);
  return rows.map((row) => ({ ...present(row), toolId }));
}

/** `declineToolId`: of a consent plan. */
const FIELDS = ["toolIds", "toolId", "declineToolId"];

/** What uses the tool, drafts not included. Fails with `not-found`. */
async function listToolUses(context: ResourceContext, caller: OrgCaller, toolId: string): Promise<ToolUse[]> {
  await tools.get(context, caller, toolId);
  const tables = { assistant, squad, workflow };
  const found = await findUsers(context.db, caller.orgId, { tables, fields: FIELDS, id: toolId, limit: TOOL_USES_LISTED });
  return found.map(({ noun, name, id }) => ({ resource: noun, id, ...(name !== null && { name }) }));
}
