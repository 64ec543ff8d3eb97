import { CreateTool, type Tool } from "@callwright/contract";
import { tool } from "../../db/schema/platform.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** What an assistant can do besides speaking. */
export const tools = createResourceService<CreateTool, Tool>({
  noun: "Tool",
  table: tool,
  schema: CreateTool,
  kind: "type",
});
