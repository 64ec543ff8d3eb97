import { ORG_PRICES_MAX, PlatformError, type Price, type SetPrice, type Spending } from "@callwright/contract";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { found } from "../../../platform/http/found.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import * as store from "../price-store.ts";
import { findSpending } from "../spending.ts";

type Context = Pick<ServerContext, "db" | "now" | "newId">;

export function listPrices({ db }: Context, { orgId }: OrgCaller): Promise<Price[]> {
  return store.listPrices(db, orgId);
}

/** Fails with `price-limit`. */
export async function setPrice({ db, now, newId }: Context, { orgId }: OrgCaller, body: SetPrice): Promise<Price> {
  return db.transaction(async (tx) => {
    const price = await store.upsertPrice(tx, orgId, body, { id: newId(), now: now() });
    if ((await store.countPrices(tx, orgId)) > ORG_PRICES_MAX) throw new PlatformError("price-limit", { limit: ORG_PRICES_MAX });
    return price;
  });
}

export async function deletePrice({ db }: Context, { orgId }: OrgCaller, id: string): Promise<Price> {
  return found(await store.deletePrice(db, orgId, id.toLowerCase()), "Price");
}

export function getSpending({ db, now }: Context, { orgId }: OrgCaller): Promise<Spending> {
  return findSpending(db, orgId, now());
}
