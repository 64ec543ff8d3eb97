import type { CreateAssistant } from "@callwright/contract";
import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { configCharacters, entity, instant, searchText } from "../../platform/db/table-columns.ts";

/** The published state of an assistant. */
export const assistant = pgTable(
  "assistant",
  {
    ...entity,
    config: jsonb("config").$type<CreateAssistant>().notNull(),
    latestVersion: integer("latest_version").notNull(),
    searchText,
    characters: configCharacters,
  },
  // nullsFirst: PostgreSQL's order for DESC, without which the index does not serve the list.
  (t) => [index("assistant_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
);

/** Every published state, for history and for calls that name the version they used. */
export const assistantVersion = pgTable(
  "assistant_version",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    assistantId: text("assistant_id")
      .notNull()
      .references(() => assistant.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    config: jsonb("config").$type<CreateAssistant>().notNull(),
    /** User id; null for an API token. */
    createdBy: text("created_by"),
    createdAt: instant("created_at").notNull(),
    characters: configCharacters,
  },
  (t) => [index("assistant_version_list").on(t.assistantId, t.version.desc().nullsFirst())],
);

/** One unpublished edit per user and assistant. The row stays when the draft is published or discarded, so that `revision` only grows. */
export const assistantDraft = pgTable(
  "assistant_draft",
  {
    assistantId: text("assistant_id")
      .notNull()
      .references(() => assistant.id, { onDelete: "cascade" }),
    userId: text("user_id").notNull(),
    orgId: text("org_id").notNull(),
    baseVersion: integer("base_version").notNull(),
    /** Null: there is no draft. */
    config: jsonb("config").$type<CreateAssistant>(),
    /** How often the draft was written, published or discarded. */
    revision: integer("revision").notNull().default(1),
    updatedAt: instant("updated_at").notNull(),
    characters: configCharacters,
  },
  (t) => [primaryKey({ columns: [t.assistantId, t.userId] })],
);
