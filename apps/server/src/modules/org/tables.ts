import { boolean, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/table-columns.ts";

/** The other host an organization works at. */
export const hostConnection = pgTable("host_connection", {
  orgId: text("org_id").primaryKey(),
  url: text("url").notNull(),
  /** Sealed. */
  privateKey: text("private_key").notNull(),
  enabled: boolean("enabled").notNull(),
  isCallwright: boolean("is_callwright").notNull(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
