import { CreateTool, invalid, type Tool, toolSecrets } from "@callwright/contract";
import { createResourceService, plainEntity } from "../../platform/resource-kit/resource-service.ts";
import { tool } from "./tables.ts";

/** Tools: what an assistant can do besides speaking. */
export const tools = createResourceService<CreateTool, Tool>({
  noun: "Tool",
  table: tool,
  schema: CreateTool,
  kind: "type",
  secrets: toolSecrets,
  keepsKeyOrder: true,
  admit: ({ config, previous }) => {
    const variables = (config.type === "code" && config.environmentVariables) || [];
    const problems = variables.flatMap(({ value }, index) =>
      value === undefined ? [`environmentVariables.${index}.value is required: no variable of this name is stored`] : [],
    );
    if (problems.length > 0) throw invalid(...problems);
    return previous?.state ?? {};
  },
  toEntity: (_, row) => {
    const { storedSecrets, ...entity } = plainEntity(row) as Tool;
    return (storedSecrets?.length ? { ...entity, storedSecrets } : entity) as Tool;
  },
});
