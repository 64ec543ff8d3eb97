import type { Price, SetPrice } from "@callwright/contract";
import { and, asc, eq } from "drizzle-orm";
import { knownNames } from "../../platform/capabilities/known-names.ts";
import type { Database } from "../../platform/db/connect.ts";
import { price } from "./tables.ts";

type PriceRow = typeof price.$inferSelect;

/** The prices that apply to an organization: first its own, then those of the catalog. */
export async function listPrices(db: Database, orgId: string): Promise<Price[]> {
  const rows = await db
    .select()
    .from(price)
    .where(eq(price.orgId, orgId))
    .orderBy(asc(price.part), asc(price.provider), asc(price.model), asc(price.unit));
  return [...rows.map(toPrice), ...knownNames().prices()];
}

export async function countPrices(db: Database, orgId: string): Promise<number> {
  return db.$count(price, eq(price.orgId, orgId));
}

/** Replaces the organization's price of the same part, provider, model and unit. */
export async function upsertPrice(
  db: Database,
  orgId: string,
  { usd, ...of }: SetPrice,
  { id, now }: { id: string; now: Date },
): Promise<Price> {
  const [row] = await db
    .insert(price)
    .values({ id, orgId, usd, ...of, updatedAt: now })
    .onConflictDoUpdate({
      target: [price.orgId, price.part, price.provider, price.model, price.unit],
      set: { usd, updatedAt: now },
    })
    .returning();
  if (!row) throw new Error("an insert returned no row");
  return toPrice(row);
}

export async function deletePrice(db: Database, orgId: string, id: string): Promise<Price | undefined> {
  const [row] = await db
    .delete(price)
    .where(and(eq(price.orgId, orgId), eq(price.id, id)))
    .returning();
  return row && toPrice(row);
}

function toPrice({ id, part, provider, model, unit, usd, updatedAt }: PriceRow): Price {
  return { id, part, provider, model, unit, usd, asOf: updatedAt.toISOString().slice(0, "2026-11-26".length) };
}
