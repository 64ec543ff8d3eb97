import type { Erasure, ErasureCounts, ErasureLeft, PersonKind } from "@callwright/contract";
import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/table-columns.ts";

/** Permanent deletions. The rows are kept, so that the server can repeat a deletion after the restore of an older backup. */
export const erasure = pgTable(
  "erasure",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    state: text("state").$type<Erasure["state"]>().notNull(),
    kind: text("kind").$type<PersonKind>().notNull(),
    /** See `hashPerson`. */
    hash: text("hash").notNull(),
    found: jsonb("found").$type<ErasureCounts>(),
    erased: jsonb("erased").$type<ErasureCounts>().notNull().default({}),
    waitingFor: jsonb("waiting_for").$type<string[]>().notNull().default([]),
    left: jsonb("left_over").$type<ErasureLeft[]>().notNull().default([]),
    elsewhere: jsonb("elsewhere").$type<string[]>().notNull().default([]),
    /** Passes in which a storage did not delete a file. */
    tries: integer("tries").notNull().default(0),
    confirmedAt: instant("confirmed_at"),
    endedAt: instant("ended_at"),
    isRepeated: boolean("is_repeated").notNull().default(false),
  },
  (t) => [index("erasure_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
);
