import { CreateWorkflow, type Workflow } from "@callwright/contract";
import { workflow } from "../../db/schema/platform.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** Conversations as nodes and edges. An unfinished one can be stored, as long as each edge connects two of its nodes. */
export const workflows = createResourceService<CreateWorkflow, Workflow>({
  noun: "Workflow",
  table: workflow,
  schema: CreateWorkflow,
});
