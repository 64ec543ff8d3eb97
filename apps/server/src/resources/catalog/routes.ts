import { catalogRoutes as table } from "@callwright/contract";
import { findEndingUses } from "../../catalog/ending-uses.ts";
import { knownNames } from "../../catalog/known-names.ts";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import type { ServerContext } from "../../server-context.ts";
import { NameOffers } from "./offered-names.ts";

export function catalogRoutes(app: App, context: ServerContext): void {
  const { db, now } = context;
  const offers = new NameOffers(context);
  registerRoutes(
    app,
    table,
    {
      listCatalog: async () => [...knownNames().rows],
      getOfferedNames: ({ caller, query: { part, provider }, signal }) => offers.get(caller, part, provider, signal),
      listEndingUses: ({ caller: { orgId } }) => findEndingUses(db, { catalog: knownNames(), nowMs: now().getTime(), orgId }),
    },
    context,
  );
}
