import { index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/table-columns.ts";

/** Numbers that an organization does not call. */
export const doNotCall = pgTable(
  "do_not_call",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    createdAt: instant("created_at").notNull(),
    /** The number in E.164. Null after a permanent deletion: `numberHash` remains. */
    number: text("number"),
    /** In place of the number. See `hashPerson`. */
    numberHash: text("number_hash"),
  },
  (t) => [
    uniqueIndex("do_not_call_number").on(t.orgId, t.number),
    uniqueIndex("do_not_call_number_hash").on(t.orgId, t.numberHash),
    index("do_not_call_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);
