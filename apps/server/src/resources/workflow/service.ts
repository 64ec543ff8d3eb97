import { CreateWorkflow, type Workflow } from "@callwright/contract";
import { workflow } from "../../db/schema.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** Conversations drawn as nodes and edges. One may be stored half-drawn: whether it can run is found out when it is to. */
export const workflows = createResourceService<CreateWorkflow, Workflow>({
  noun: "Workflow",
  table: workflow,
  schema: CreateWorkflow,
});
