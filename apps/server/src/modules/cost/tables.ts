import type { PricedPart, PriceUnit } from "@callwright/contract";
import { doublePrecision, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/table-columns.ts";

/** Organizations' own prices. */
export const price = pgTable(
  "price",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    part: text("part").$type<PricedPart>().notNull(),
    provider: text("provider").notNull(),
    model: text("model").notNull(),
    unit: text("unit").$type<PriceUnit>().notNull(),
    /** US dollars. */
    usd: doublePrecision("usd").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [uniqueIndex("price_of").on(t.orgId, t.part, t.provider, t.model, t.unit)],
);

/** What an organization's ended calls and chats cost in a month. Deleting a call does not give its cost back. */
export const orgSpending = pgTable(
  "org_spending",
  {
    orgId: text("org_id").notNull(),
    /** UTC, `2026-11`. */
    month: text("month").notNull(),
    /** US dollars. */
    usd: doublePrecision("usd").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.month] })],
);
