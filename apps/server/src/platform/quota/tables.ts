import type { QuotaName } from "@callwright/contract";
import { doublePrecision, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** The usage of each organization's quotas. See `quotas.ts`. */
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
