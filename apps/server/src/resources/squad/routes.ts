import { type SquadQuery, squadRoutes as table } from "@callwright/contract";
import { inArray } from "drizzle-orm";
import { squad } from "../../db/schema/platform.ts";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { resourceHandlers } from "../../resource-kit/resource-handlers.ts";
import type { ServerContext } from "../../server-context.ts";
import { squads } from "./service.ts";

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
