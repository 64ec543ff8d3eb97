import { catalogRoutes as table } from "@callwright/contract";
import { knownNames } from "../../../platform/capabilities/known-names.ts";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { findEndingUses } from "./ending-uses.ts";
import { NameOffers } from "./offered-names.ts";

export function catalogRoutes(app: App, context: ServerContext): void {
  const { db, now } = context;
  const offers = new NameOffers(context);
  registerRoutes(app, context, table, {
    listCatalog: async () => [...knownNames().rows],
    getOfferedNames: ({ caller, query: { part, provider }, signal }) => offers.get(caller, part, provider, signal),
    listEndingUses: ({ caller: { orgId } }) => findEndingUses(db, { catalog: knownNames(), nowMs: now().getTime(), orgId }),
  });
}
