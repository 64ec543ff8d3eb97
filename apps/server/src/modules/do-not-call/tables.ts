import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/table-columns.ts";

/** Numbers that an organization does not call. */
export const doNotCall = pgTable(
  "do_not_call",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    createdAt: instant("created_at").notNull(),
    number: text("number").notNull(),
  },
  (t) => [
    uniqueIndex("do_not_call_number").on(t.orgId, t.number),
    index("do_not_call_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);
