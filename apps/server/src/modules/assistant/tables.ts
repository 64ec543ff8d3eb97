import type { CreateAssistant, GateRun, PublishGate } from "@callwright/contract";
import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { configCharacters, entity, instant, searchText } from "../../platform/db/table-columns.ts";

/** The live state of an assistant. */
export const assistant = pgTable(
  "assistant",
  {
    ...entity,
    config: jsonb("config").$type<CreateAssistant>().notNull(),
    /** The live version. */
    latestVersion: integer("latest_version").notNull(),
    /** The newest version, while it waits for its suites. */
    candidateVersion: integer("candidate_version"),
    publishGate: jsonb("publish_gate").$type<PublishGate>(),
    searchText,
    characters: configCharacters,
  },
  // nullsFirst: PostgreSQL's order for DESC, without which the index does not serve the list.
  (t) => [index("assistant_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
);

/** What a candidate waits for, as it was when the candidate was stored. */
export interface CandidateGate {
  minimum?: number | undefined;
  runs: GateRun[];
}

/** Every published state, for history and for calls that name the version they used, and every candidate. */
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
    /** The version that was live before. Null in rows of older releases: the number before. */
    parent: integer("parent"),
    /** Only of a version that is or was a candidate. */
    gate: jsonb("gate").$type<CandidateGate>(),
    /** Why a candidate never went live: a sentence. */
    rejected: text("rejected"),
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
