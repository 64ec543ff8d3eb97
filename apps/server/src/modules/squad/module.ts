import { CreateSquad, type Squad, type SquadQuery, squadRoutes } from "@callwright/contract";
import { inArray } from "drizzle-orm";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { createResourceService } from "../../platform/resource-kit/resource-service.ts";
import * as tables from "./tables.ts";

/** Assistants that pass a conversation on to each other. */
const squads = createResourceService<CreateSquad, Squad>({
  noun: "Squad",
  table: tables.squad,
  schema: CreateSquad,
});

const filters = ({ idAny }: SquadQuery) => (idAny === undefined ? [] : [inArray(tables.squad.id, [idAny].flat())]);

export const squad = defineModule({
  name: "squad",
  routes: (app, { platform }) => registerRoutes(app, platform, squadRoutes, resourceHandlers("Squad", platform, squads, filters)),
});
