import type { SavedScreen } from "@callwright/contract";
import { boolean, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/table-columns.ts";

/** A screen's filters, sorting or charts under a name. */
export const savedView = pgTable(
  "saved_view",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    /** Its author. Null for an API token. */
    userId: text("user_id"),
    authorName: text("author_name").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    screen: text("screen").$type<SavedScreen>().notNull(),
    name: text("name").notNull(),
    /** The fields of the screen's address. */
    state: jsonb("state").$type<Record<string, unknown>>().notNull(),
    isShared: boolean("is_shared").notNull(),
  },
  (t) => [index("saved_view_list").on(t.orgId, t.screen)],
);
