import type { PriceUnit, QuotaName, UsedPart } from "@callwright/contract";
import { doublePrecision, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Organizations' own prices. */
export const price = pgTable(
  "price",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    part: text("part").$type<UsedPart>().notNull(),
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

/** What organizations have used of their quotas. See `costs/quotas.ts`. */
export const orgUsage = pgTable(
  "org_usage",
  {
    orgId: text("org_id").notNull(),
    name: text("name").$type<QuotaName>().notNull(),
    /** A day (`2026-11-27`) or a month (`2026-11`) in UTC. Empty for storage and files, which are not counted by time. */
    period: text("period").notNull(),
    /** Bytes, minutes or a number. */
    amount: doublePrecision("amount").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.name, t.period] })],
);
