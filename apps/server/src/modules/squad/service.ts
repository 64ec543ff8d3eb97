import { CreateSquad, type Squad } from "@callwright/contract";
import { createResourceService } from "../../platform/resource-kit/resource-service.ts";
import { squad } from "./tables.ts";

/** Assistants that pass a conversation on to each other. */
export const squads = createResourceService<CreateSquad, Squad>({
  noun: "Squad",
  table: squad,
  schema: CreateSquad,
});
