import { CreateTool, PlatformError, type Tool, toolSecrets } from "@callwright/contract";
import { tool } from "../../db/schema/platform.ts";
import { createResourceService, plainEntity } from "../../resource-kit/resource-service.ts";

/** What an assistant can do besides speaking. */
export const tools = createResourceService<CreateTool, Tool>({
  noun: "Tool",
  table: tool,
  schema: CreateTool,
  kind: "type",
  secrets: toolSecrets,
  admit: ({ config, previous }) => {
    const variables = (config.type === "code" && config.environmentVariables) || [];
    const problems = variables.flatMap(({ value }, index) =>
      value === undefined ? [`environmentVariables.${index}.value is required: no variable of this name is stored`] : [],
    );
    if (problems.length > 0) throw new PlatformError("validation-failed", {}, { problems });
    return previous?.state ?? {};
  },
  toEntity: (_, row) => {
    const { storedSecrets, ...entity } = plainEntity(row) as Tool;
    return (storedSecrets?.length ? { ...entity, storedSecrets } : entity) as Tool;
  },
});
