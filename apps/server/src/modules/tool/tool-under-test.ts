import { CreateTool, invalid, isFields, readJson, toolSecrets } from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import { parseWhole } from "../../platform/http/parse-whole.ts";
import { openConfig, type ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { findResource } from "../../platform/resource-kit/resource-store.ts";
import { keepSecrets } from "../../platform/resource-kit/secret-fields.ts";
import { tool } from "./tables.ts";

/** Which tool is tested: see `TestedTool` of the contract. */
export interface TestedToolArgs {
  id?: string | undefined;
  toolJson?: string | undefined;
}

/** The tool of a test with its secrets. Fails with `not-found` or `validation-failed`. */
export async function toolUnderTest(
  context: ResourceContext,
  { orgId }: OrgCaller,
  { id, toolJson }: TestedToolArgs,
): Promise<CreateTool> {
  const stored = id === undefined ? undefined : await storedTool(context, orgId, id.toLowerCase());
  if (toolJson === undefined) {
    if (stored) return stored;
    throw invalid("id or toolJson must be given");
  }
  const edited = parseWhole(CreateTool, readJson(toolJson));
  if (!stored || !isFields(edited)) return edited;
  return keepSecrets(toolSecrets(stored), stored, edited, edited) as CreateTool;
}

async function storedTool(context: ResourceContext, orgId: string, id: string): Promise<CreateTool> {
  const row = found(await findResource(context.db, orgId, { table: tool, within: undefined }, id), "Tool");
  return openConfig<CreateTool>(context, tool, row, toolSecrets(row.config));
}
