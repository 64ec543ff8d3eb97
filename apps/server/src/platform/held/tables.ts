import type { HeldKind, RestoreState } from "@callwright/contract";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../db/table-columns.ts";

/** The last restore of this database: one row, or none. */
export const restore = pgTable("restore", {
  id: integer("id").primaryKey(),
  backupMadeAt: instant("backup_made_at").notNull(),
  restoredAt: instant("restored_at").notNull(),
  /** A user and a machine. */
  restoredBy: text("restored_by").notNull(),
  checked: text("checked").$type<RestoreState["checked"]>().notNull(),
  /** PUBLIC_URL of the server that made the backup. */
  oldUrl: text("old_url"),
  /** SHA-256 of the code that unlocks the operator's page. */
  codeHash: text("code_hash").notNull(),
});

/** Kinds of work that a restore has held. */
export const heldKind = pgTable("held_kind", {
  kind: text("kind").$type<HeldKind>().primaryKey(),
  /** Null: it is held. */
  resumedAt: instant("resumed_at"),
});
