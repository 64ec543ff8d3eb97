import { type SquadQuery, squadRoutes as table } from "@callwright/contract";
import { inArray } from "drizzle-orm";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { squads } from "./service.ts";
import { squad } from "./tables.ts";

export function squadRoutes(app: App, context: ServerContext): void {
  registerRoutes(
    app,
    table,
    resourceHandlers("Squad", context, squads, ({ idAny }: SquadQuery) =>
      idAny === undefined ? [] : [inArray(squad.id, [idAny].flat())],
    ),
    context,
  );
}
