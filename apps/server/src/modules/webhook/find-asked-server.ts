import type { CreateAssistant, ServerTarget } from "@callwright/contract";
import { and, eq, inArray } from "drizzle-orm";
import type { ServerContext } from "../../platform/platform.ts";
import { openRow } from "../../platform/secrets/sealed-headers.ts";
import { knowledgeBase } from "../knowledge/tables.ts";
import { tool } from "../tool/tables.ts";

/** The server of a tool or knowledge base that a request went to. Undefined when the assistant's tools have it no more. */
export async function findAskedServer(
  context: Pick<ServerContext, "db" | "secrets">,
  orgId: string,
  { model }: CreateAssistant,
  url: string | null,
): Promise<ServerTarget | undefined> {
  const { db } = context;
  const tools = model?.toolIds ?? [];
  const { knowledgeBase: inline, knowledgeBaseId } = (model ?? {}) as Record<string, unknown>;
  const baseIds: unknown[] = [knowledgeBaseId];
  const storedTools = await db
    .select()
    .from(tool)
    .where(and(eq(tool.orgId, orgId), inArray(tool.id, lowerCase(tools))));
  const configs: unknown[] = [inline, ...(model?.tools ?? []), ...storedTools.map((row) => openRow(context, tool, row).config)];
  for (const config of configs) baseIds.push((config as { knowledgeBaseId?: unknown } | undefined)?.knowledgeBaseId);
  const storedBases = await db
    .select()
    .from(knowledgeBase)
    .where(and(eq(knowledgeBase.orgId, orgId), inArray(knowledgeBase.id, lowerCase(baseIds))));
  configs.push(...storedBases.map((row) => openRow(context, knowledgeBase, row).config));
  return configs.map((config) => (config as { server?: ServerTarget } | undefined)?.server).find((server) => server?.url === url);
}

function lowerCase(ids: readonly unknown[]): string[] {
  return ids.flatMap((id) => (typeof id === "string" ? [id.toLowerCase()] : []));
}
