import {
  type CreateAssistant,
  CreateKnowledgeBase,
  KNOWLEDGE_PASSAGES,
  KNOWLEDGE_QUESTION_MAX_CHARACTERS,
  type KnowledgeAnswer,
  type PassageFound,
  PlatformError,
  type ServerTarget,
} from "@callwright/contract";
import type { AgentTool } from "@callwright/engine/conversation";
import { findResource } from "../../../platform/resource-kit/resource-store.ts";
import { openRow } from "../../../platform/secrets/sealed-headers.ts";
import { findPassages } from "../../knowledge/search/find-passages.ts";
import { searchBase } from "../../knowledge/search/search-base.ts";
import { websitesOf } from "../../knowledge/search/websites-of.ts";
import { knowledgeBase } from "../../knowledge/tables.ts";
import { askKnowledgeServer } from "./ask-knowledge-server.ts";
import { describeTool, unavailableTool } from "./describe-tool.ts";
import { hasAddress } from "./function-tool.ts";
import { hostIn } from "./outside-host.ts";
import { unansweredTool } from "./tested-tools.ts";
import { failed, type OpenTool, oneTool, type ToolScope, type ToolSource, withoutRun } from "./tool-source.ts";

/** A model gets at most so much. Longer results are cut in the middle of a passage. */
const RESULT_MAX_CHARACTERS = 15_000;

const PARAMETERS = {
  type: "object",
  properties: {
    query: { type: "string", description: "What to search for: a question, or words that the answer has." },
  },
  required: ["query"],
};

/** Searches the files of its knowledge bases, whichever provider they name. */
export const openQueryTool: OpenTool<"query"> = (tool, scope) => {
  if (!scope.isOfOwner) return withoutRun(unavailableTool(tool));
  const bases = tool.knowledgeBases ?? [];
  const about = bases.map(({ name, description }) => `${name}: ${description}`).join("\n");
  const described = describeTool(tool, { parameters: PARAMETERS });
  const description = [described.description, ...(tool.function?.description ? [] : [about])].join("\n").trim();
  const sourceIds = bases.flatMap((base) => base.fileIds);
  return searchTool({ ...described, description }, (query) =>
    findPassages(scope.context, { orgId: scope.orgId, sourceIds }, query, { limit: KNOWLEDGE_PASSAGES.default }),
  );
};

export const openKnowledgeBaseTool: OpenTool<"knowledgeBase"> = async (tool, scope) => {
  if (!scope.isOfOwner || tool.knowledgeBaseId === null) return withoutRun(unavailableTool(tool));
  const described = describeTool(tool, { parameters: PARAMETERS });
  return openBase(tool.knowledgeBaseId, described, scope, "knowledgeBaseId of a tool");
};

/** The knowledge base of a model as a tool: the organization's own server, or a base named by its id. */
export async function openModelKnowledge(model: NonNullable<CreateAssistant["model"]>, scope: ToolScope): Promise<ToolSource[]> {
  const described = describeTool({ type: "knowledgeBase", knowledgeBaseId: null, function: { name: "knowledge_base" } });
  const tool = { ...described, parameters: PARAMETERS };
  const { knowledgeBase: inline, knowledgeBaseId } = model as Record<string, unknown>;
  const own = CreateKnowledgeBase.safeParse(inline).data;
  if (own?.provider === "custom-knowledge-base") return [serverTool(own.server, tool, scope)];
  if (typeof knowledgeBaseId !== "string" || !scope.isOfOwner) return [];
  return [await openBase(knowledgeBaseId, tool, scope, "assistant.model.knowledgeBaseId")];
}

/** Fails with `reference-missing`, which names `field`. */
async function openBase(id: string, tool: AgentTool, scope: ToolScope, field: string): Promise<ToolSource> {
  const { context, orgId } = scope;
  const row = await findResource(context.db, orgId, { table: knowledgeBase }, id.toLowerCase());
  if (!row) throw new PlatformError("reference-missing", { field, what: "knowledge base" });
  const base = CreateKnowledgeBase.parse(openRow(context, knowledgeBase, row).config);
  if (base.provider === "custom-knowledge-base") return serverTool(base.server, tool, scope);
  const searched = { ...base, websites: websitesOf(row) };
  return searchTool(tool, (query) => searchBase(context, orgId, searched, query));
}

function searchTool(tool: AgentTool, search: (query: string) => Promise<KnowledgeAnswer>): ToolSource {
  return oneTool(tool, async ({ arguments: given }) => {
    const query = queryOf(given);
    if (query === undefined) return failed("Give the question as the text 'query'.");
    return { result: resultOf((await search(query)).passages), failed: false };
  });
}

function serverTool(server: ServerTarget, tool: AgentTool, scope: ToolScope): ToolSource {
  if (!hasAddress(server)) return withoutRun({ ...tool, action: "unavailable", reason: "The knowledge base has no server." });
  if (scope.test && !scope.test.runsTools) return unansweredTool(tool, hostIn(server.url));
  return askKnowledgeServer(server, tool, scope, queryOf);
}

/** Models may call the parameter otherwise. */
function queryOf({ query, ...others }: Record<string, unknown>): string | undefined {
  const text = [query, ...Object.values(others)].find((value) => typeof value === "string" && value.trim() !== "");
  return typeof text === "string" ? text.trim().slice(0, KNOWLEDGE_QUESTION_MAX_CHARACTERS) : undefined;
}

/** The passages as JSON, the best first. */
function resultOf(passages: readonly PassageFound[]): string {
  const shown = passages.map(({ fileName, url, page, heading, text }) => ({
    ...(url === null ? { file: fileName } : { url }),
    ...(page !== null && { page }),
    ...(heading !== "" && { heading }),
    text,
  }));
  while (shown.length > 1 && JSON.stringify(shown).length > RESULT_MAX_CHARACTERS) shown.pop();
  return JSON.stringify(shown);
}
