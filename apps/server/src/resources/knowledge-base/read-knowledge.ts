import { type AssistantOverrides, type CreateAssistant, KNOWLEDGE_MAX_CHARACTERS } from "@callwright/contract";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { KNOWLEDGE_TOOL_TYPES } from "../../capabilities/runnable.ts";
import { file, knowledgeBase, tool } from "../../db/schema/platform.ts";
import type { OrgCaller } from "../../http/caller.ts";
import type { ResourceRow, ResourceTable } from "../../resource-kit/resource-store.ts";
import type { ServerContext } from "../../server-context.ts";

type Context = Pick<ServerContext, "db" | "blobs">;
type Fields = Record<string, unknown>;

/** Who answers whom. */
interface KnowledgeUse {
  assistant: CreateAssistant;
  assistantId: string | null;
  assistantOverrides: AssistantOverrides | null;
}

/** The model that answers with the sentences of files by itself. Others are to ask for them with their tools. */
const BUILT_IN = "callwright";

/**
 * The texts of the files that an assistant answers from, where its model is the built-in one: those that its query tools name, and those
 * that its knowledge bases are cut from. Files whose text is not read yet, or could not be, are left out, and what comes after
 * `KNOWLEDGE_MAX_CHARACTERS` in all. None for a visitor who brings a model of their own: it could name any file of the organization.
 */
export async function readKnowledge(
  context: Context,
  { orgId, tag }: Pick<OrgCaller, "orgId" | "tag">,
  { assistant, assistantId, assistantOverrides }: KnowledgeUse,
): Promise<string[]> {
  const { model } = assistant;
  if (model?.provider !== BUILT_IN) return [];
  const isStored = assistantId !== null && !assistantOverrides?.model && !assistantOverrides?.["tools:append"];
  if (tag === "public" && !isStored) return [];
  const named = await findRows(context, tool, orgId, textsOf(model.toolIds));
  const tools = [...listOf(model.tools), ...named.map(({ config }) => config)].filter(({ type }) =>
    KNOWLEDGE_TOOL_TYPES.has(type),
  );
  const ofModel = fieldsOf(model.knowledgeBase).knowledgeBaseId ?? model.knowledgeBaseId;
  const bases = await findRows(context, knowledgeBase, orgId, textsOf([ofModel, ...tools.map((each) => each.knowledgeBaseId)]));
  const plans = bases.flatMap(({ config }) => listOf(fieldsOf(config.createPlan).chunkPlans));
  const queried = tools.flatMap(({ knowledgeBases }) => listOf(knowledgeBases));
  const fileIds = [...queried, ...plans].flatMap((each) => textsOf(each.fileIds));
  return readTexts(context, orgId, await findRows(context, file, orgId, fileIds));
}

/** In the order of the ids, without deleted rows and rows of other organizations. */
async function findRows(
  { db }: Context,
  table: ResourceTable,
  orgId: string,
  ids: readonly string[],
): Promise<Pick<ResourceRow, "id" | "config" | "state">[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  if (wanted.length === 0) return [];
  const rows = await db
    .select({ id: sql<string>`${table.id}`, config: sql<Fields>`${table.config}`, state: sql<Fields>`${table.state}` })
    .from(table)
    .where(and(eq(table.orgId, orgId), inArray(table.id, wanted), isNull(table.deletedAt)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.flatMap((id) => byId.get(id) ?? []);
}

async function readTexts({ blobs }: Context, orgId: string, files: Pick<ResourceRow, "id" | "state">[]): Promise<string[]> {
  const texts: string[] = [];
  let left = KNOWLEDGE_MAX_CHARACTERS;
  for (const { state } of files) {
    if (left <= 0) break;
    const { textKey } = state;
    // Keys are made by this server; the organization's id in front of them is looked at all the same.
    if (typeof textKey !== "string" || !textKey.startsWith(`org/${orgId}/`)) continue;
    const text = await readStart(await blobs.get(textKey), left);
    texts.push(text);
    left -= text.length;
  }
  return texts;
}

/** Not more of a stream than is used. */
async function readStart(stream: ReadableStream<Uint8Array> | null, maxCharacters: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length >= maxCharacters) break;
  }
  return text.slice(0, maxCharacters);
}

function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
