import { CreateWorkflow, type Workflow } from "@callwright/contract";
import { createResourceService } from "../../platform/resource-kit/resource-service.ts";
import { workflow } from "./tables.ts";

/** Conversations as nodes and edges. An unfinished one can be stored, as long as each edge connects two of its nodes. */
export const workflows = createResourceService<CreateWorkflow, Workflow>({
  noun: "Workflow",
  table: workflow,
  schema: CreateWorkflow,
});
