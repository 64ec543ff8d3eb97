import type { CreateAssistant, GateRun, PublishGate } from "@callwright/contract";
import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import {
  configCharacters,
  draftTable,
  entity,
  searchText,
  versionColumns,
  versionList,
} from "../../platform/db/table-columns.ts";

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
    ...versionColumns<CreateAssistant>("assistant", assistant),
    /** Only of a version that is or was a candidate. */
    gate: jsonb("gate").$type<CandidateGate>(),
    /** Why a candidate never went live: a sentence. */
    rejected: text("rejected"),
  },
  (t) => versionList("assistant", t),
);

export const assistantDraft = draftTable<CreateAssistant>("assistant", assistant);
