import { CreateTool, type Tool } from "@callwright/contract";
import { tool } from "../../db/schema.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** What an assistant can do besides speaking. */
export const tools = createResourceService<CreateTool, Tool>({
  noun: "Tool",
  table: tool,
  schema: CreateTool,
  kind: "type",
  references: (config) => [
    { field: "credentialId", what: "credential", id: "credentialId" in config ? config.credentialId : undefined },
    ...filesOf(config).map((fileIds, index) => ({
      field: `knowledgeBases.${index}.fileIds`,
      what: "file" as const,
      id: fileIds,
    })),
  ],
});

/** Of each knowledge base that a query tool has. */
function filesOf(config: CreateTool): string[][] {
  return config.type === "query" ? (config.knowledgeBases ?? []).map(({ fileIds }) => fileIds) : [];
}
