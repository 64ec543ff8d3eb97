import { CreateSquad, type Squad } from "@callwright/contract";
import { squad } from "../../db/schema/platform.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** Assistants that pass a conversation on to each other. */
export const squads = createResourceService<CreateSquad, Squad>({
  noun: "Squad",
  table: squad,
  schema: CreateSquad,
});
