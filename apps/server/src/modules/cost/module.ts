import { ORG_PRICES_MAX, PlatformError, type Price, priceRoutes, type SetPrice } from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule } from "../../platform/modules/module.ts";
import type { ServerContext } from "../../platform/platform.ts";
import * as store from "./price-store.ts";
import { findSpending } from "./spending.ts";

export const cost = defineModule({
  name: "cost",
  routes: (app, { platform }) => {
    const { db, now } = platform;
    registerRoutes(app, platform, priceRoutes, {
      listPrices: ({ caller }) => store.listPrices(db, caller.orgId),
      setPrice: ({ caller, body }) => setPrice(platform, caller, body),
      deletePrice: async ({ caller, params }) => found(await store.deletePrice(db, caller.orgId, params.id), "Price"),
      getSpending: ({ caller }) => findSpending(db, caller.orgId, now()),
    });
  },
});

/** Fails with `price-limit`. */
async function setPrice(
  { db, now, newId }: Pick<ServerContext, "db" | "now" | "newId">,
  { orgId }: OrgCaller,
  body: SetPrice,
): Promise<Price> {
  return db.transaction(async (tx) => {
    const price = await store.upsertPrice(tx, orgId, body, { id: newId(), now: now() });
    if ((await store.countPrices(tx, orgId)) > ORG_PRICES_MAX) throw new PlatformError("price-limit", { limit: ORG_PRICES_MAX });
    return price;
  });
}
