import type { CreateTool } from "@callwright/contract";

type Query = Extract<CreateTool, { type: "query" }>;

const isQuery = (tool: CreateTool): tool is Query => tool.type === "query";

/** Is it a tool that searches what the assistant knows? */
export function isKnowledge(tool: CreateTool): boolean {
  return tool.type === "query" || tool.type === "knowledgeBase";
}

/** The ids of the files that the tools search, each once. */
export function filesOf(tools: readonly CreateTool[]): string[] {
  const bases = tools.filter(isQuery).flatMap(({ knowledgeBases = [] }) => knowledgeBases);
  return [...new Set(bases.flatMap(({ fileIds }) => fileIds))];
}

/** The tools with these files: removed ones leave their places, new ones are in the first tool that searches files. `description`: of a new one. */
export function withFiles(tools: readonly CreateTool[], ids: readonly string[], description: string): CreateTool[] {
  const added = ids.filter((id) => !filesOf(tools).includes(id));
  const kept = tools.flatMap((tool): CreateTool[] => {
    if (!isQuery(tool) || !tool.knowledgeBases) return [tool];
    const bases = tool.knowledgeBases.map((base) => ({ ...base, fileIds: base.fileIds.filter((id) => ids.includes(id)) }));
    const left = bases.filter(({ fileIds }) => fileIds.length > 0);
    // A tool without files finds nothing.
    return left.length > 0 ? [{ ...tool, knowledgeBases: left }] : [];
  });
  if (added.length === 0) return kept;
  const at = kept.findIndex((tool) => isQuery(tool) && (tool.knowledgeBases?.length ?? 0) > 0);
  const found = kept[at];
  if (found === undefined || !isQuery(found))
    return [...kept, { type: "query", knowledgeBases: [{ name: "files", provider: "google", description, fileIds: added }] }];
  const [first, ...others] = found.knowledgeBases ?? [];
  if (!first) return kept;
  return kept.with(at, { ...found, knowledgeBases: [{ ...first, fileIds: [...first.fileIds, ...added] }, ...others] });
}
