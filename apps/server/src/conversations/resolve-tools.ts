import { type CreateAssistant, CreateTool, PlatformError } from "@callwright/contract";
import type { AgentTool, ToolRunner } from "@callwright/engine/conversation";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { findOrg } from "../auth/stores/orgs.ts";
import { organization } from "../db/schema/auth.ts";
import { tool } from "../db/schema/platform.ts";
import { openRow } from "../secrets/sealed-headers.ts";
import { composeTools } from "./compose-tools.ts";
import { openModelKnowledge } from "./knowledge-tools.ts";
import { openTool } from "./open-tool.ts";
import { createRunRecorder } from "./tool-runs.ts";
import type { ToolContext, ToolScope } from "./tool-source.ts";

export interface ResolveToolsOptions {
  /** Where the tools run. Choose the id before the call or chat is stored: tools are resolved first, so that a mistake stores nothing. */
  conversation: ToolScope["conversation"];
  /** Default: nothing is known. */
  describe?: ToolScope["describe"];
  /** May functions without a server go to the organization's, and searches to its files? Default true. False for an assistant that a visitor wrote. */
  usesOrgServer?: boolean;
}

/** The tools of one conversation. */
export interface ResolvedTools {
  /** At the start. `runner.tools` follows changes. */
  tools: AgentTool[];
  runner: ToolRunner;
  /** Call it once, when the conversation is over. Never fails. */
  close(): Promise<void>;
}

/**
 * The tools of an assistant, from `model.tools` and `model.toolIds`, in this order, and its knowledge base. Fails with `reference-missing`
 * for an id that is no tool or knowledge base of the organization.
 */
export async function resolveTools(
  context: ToolContext,
  orgId: string,
  assistant: CreateAssistant,
  { conversation, describe = async () => ({}), usesOrgServer = true }: ResolveToolsOptions,
): Promise<ResolvedTools> {
  const { db, log } = context;
  const inline = (assistant.model?.tools ?? []).map((each) => ({ tool: each, toolId: null }));
  const entries = [...inline, ...(await findTools(context, orgId, assistant.model?.toolIds))];
  const org = entries.length > 0 && usesOrgServer ? await findOrg(db, orgId) : undefined;
  const orgServer = openRow(context, organization, org)?.fields.server;
  const scope: ToolScope = { context, orgId, assistant, conversation, describe, orgServer, mayReadFiles: usesOrgServer };
  const { model } = assistant;
  const opened = await Promise.allSettled([
    ...entries.map(async (each) => [{ source: await openTool(each.tool, scope), toolId: each.toolId }]),
    ...(model ? [openModelKnowledge(model, scope).then((found) => found.map((source) => ({ source, toolId: null })))] : []),
  ]);
  const sources = opened.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  const runs = createRunRecorder(context, scope);
  const close = async () => {
    const closed = await Promise.allSettled(sources.map(({ source }) => source.close?.()));
    for (const each of closed) if (each.status === "rejected") log.warn({ err: each.reason }, "a tool could not be closed");
    await runs.settled();
  };
  const failed = opened.find((each) => each.status === "rejected");
  if (failed) {
    await close();
    throw failed.reason;
  }
  const runner = composeTools(sources, { log, now: context.now, onRun: runs.record });
  return { tools: [...runner.tools], runner, close };
}

/** In the order of the ids. */
async function findTools(
  context: ToolContext,
  orgId: string,
  given: readonly string[] = [],
): Promise<{ tool: CreateTool; toolId: string }[]> {
  const ids = given.map((id) => id.toLowerCase());
  if (ids.length === 0) return [];
  const rows = await context.db
    .select()
    .from(tool)
    .where(and(eq(tool.orgId, orgId), inArray(tool.id, ids), isNull(tool.deletedAt)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id, index) => {
    const row = byId.get(id);
    if (!row) throw new PlatformError("reference-missing", { field: `assistant.model.toolIds.${index}`, what: "tool" });
    return { tool: CreateTool.parse(openRow(context, tool, row).config), toolId: id };
  });
}
