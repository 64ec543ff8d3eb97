import { CreateSquad, type Squad, type SquadQuery, squadRoutes } from "@callwright/contract";
import { inArray } from "drizzle-orm";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { versionHandlers } from "../../platform/resource-kit/versions/version-handlers.ts";
import { createVersionedResource } from "../../platform/resource-kit/versions/versioned-resource.ts";
import * as tables from "./tables.ts";

/** Assistants that pass a conversation on to each other. */
const squads = createVersionedResource<CreateSquad, Squad>({
  noun: "Squad",
  table: tables.squad,
  versions: tables.squadVersion,
  drafts: tables.squadDraft,
  schema: CreateSquad,
});

const filters = ({ idAny }: SquadQuery) => (idAny === undefined ? [] : [inArray(tables.squad.id, [idAny].flat())]);

export const squad = defineModule({
  name: "squad",
  routes: (app, { platform }) =>
    registerRoutes(app, platform, squadRoutes, {
      ...resourceHandlers("Squad", platform, squads.service, filters),
      ...versionHandlers("Squad", platform, squads.drafts),
      publishSquadDraft: ({ caller, params, body }) => squads.publish(platform, caller, params.id, body),
    }),
});
