import type {
  AgentStarted,
  ArtifactType,
  AssistantOverrides,
  CallEventType,
  CallExportQuery,
  CallStatus,
  ChatStatus,
  CompatForm,
  ConversationMessage,
  CostReport,
  CreateAssistant,
  SaidMessage,
  SessionStatus,
  TokenRestrictions,
  TokenTag,
} from "@callwright/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  jsonb,
  type PgTableExtraConfigValue,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { CallDetails } from "./call-details.ts";

/** PostgreSQL keeps milliseconds, as JavaScript does, so a time survives the round trip. */
const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Ids and times of every entity. Rows are only marked deleted; `purgeDeleted` removes them 30 days later. */
const entity = {
  id: text("id").primaryKey(),
  orgId: text("org_id").notNull(),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  deletedAt: instant("deleted_at"),
};

/** What a list is searched by, in lower case. A column of its own, since to read it from the JSON of 10,000 rows takes too long. */
const searchText = text("search_text").generatedAlwaysAs(
  sql`lower(coalesce(config ->> 'name', '') || ' ' || coalesce(config ->> 'number', '') || ' ' || coalesce(config ->> 'sipUri', '') || ' ' || coalesce(config -> 'function' ->> 'name', '') || ' ' || coalesce(config ->> 'type', '') || ' ' || coalesce(config ->> 'provider', ''))`,
);

/** Length of a row's JSON, 0 without one. A column of its own, so that a list knows the size of a page before it reads the JSON, and quotas count it. */
const configCharacters = integer("characters").notNull().generatedAlwaysAs(sql`coalesce(length(config::text), 0)`);

const resource = {
  ...entity,
  /** What people write, as the contract's create schema has it. */
  config: jsonb("config").$type<Record<string, unknown>>().notNull(),
  /** What the server adds to it. */
  state: jsonb("state").$type<Record<string, unknown>>().notNull().default({}),
  searchText,
  characters: integer("characters").notNull().generatedAlwaysAs(sql`length(config::text) + length(state::text)`),
};

/** The table of a plain resource. See `resource-kit/`. */
function resourceTable<const Name extends string>(
  name: Name,
  more: (t: { createdAt: ExtraConfigColumn }) => PgTableExtraConfigValue[] = () => [],
) {
  return pgTable(name, resource, (t) => [
    index(`${name}_list`).on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    ...more(t),
  ]);
}

/** The same for what lies in a test suite, as its state says, and goes with it. */
function tableInSuite<const Name extends string>(name: Name) {
  const testSuiteId = text("test_suite_id")
    .generatedAlwaysAs(sql`state ->> 'testSuiteId'`)
    .references(() => testSuite.id, { onDelete: "cascade" });
  return pgTable(name, { ...resource, testSuiteId }, (t) => [
    index(`${name}_list`).on(t.testSuiteId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ]);
}

export const squad = resourceTable("squad");
export const workflow = resourceTable("workflow");
export const tool = resourceTable("tool");
export const phoneNumber = resourceTable("phone_number");
/** The index is of the few that are still to be read. */
export const file = resourceTable("file", (t) => [
  index("file_unread")
    .on(t.createdAt)
    .where(sql`(state ->> 'status') = 'processing' or ((state ->> 'status') = 'done' and (state ->> 'passageCount') is null)`),
]);
export const knowledgeBase = resourceTable("knowledge_base");
export const structuredOutput = resourceTable("structured_output");
export const testSuite = resourceTable("test_suite");
export const testSuiteTest = tableInSuite("test_suite_test");
export const testSuiteRun = tableInSuite("test_suite_run");
export const campaign = resourceTable("campaign");
export const credential = resourceTable("credential");
export const template = resourceTable("template");
export const providerResource = resourceTable("provider_resource");

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

/** A file of an ended call. */
export interface ArtifactFile {
  type: ArtifactType;
  /** In the blob store, as long as it is not stored elsewhere. Logs are made when they are read. */
  key: string;
  /** Where the organization's own storage has it: `path` in the bucket of a credential, and for people. */
  stored?: { credentialId: string; path: string; location: string };
  /** Tries of that storage that failed, and why the last one did. */
  tries?: number;
  failure?: string;
}

export const call = pgTable(
  "call",
  {
    ...entity,
    type: text("type").notNull(),
    status: text("status").$type<CallStatus>().notNull(),
    name: text("name"),
    assistantId: text("assistant_id"),
    assistantVersion: integer("assistant_version"),
    /** The assistant that answers, overrides applied, so that the call stays explainable when the assistant changes. */
    assistant: jsonb("assistant").$type<CreateAssistant>().notNull(),
    assistantOverrides: jsonb("assistant_overrides").$type<AssistantOverrides>(),
    /** SHA-256 of the room's secret. */
    roomSecretHash: text("room_secret_hash").notNull(),
    /** The node that hosts it, and until when that is believed without a renewal. */
    nodeId: text("node_id").notNull(),
    leaseExpiresAt: instant("lease_expires_at").notNull(),
    /** Its address (`NODE_URL`). Null: that of the server. */
    nodeUrl: text("node_url"),
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
    endedReason: text("ended_reason"),
    endedMessage: text("ended_message"),
    /** Keys in the blob store. */
    recordingKey: text("recording_key"),
    videoRecordingKey: text("video_recording_key"),
    /** As stored. Null for one of a release that did not count. */
    videoRecordingBytes: bigint("video_recording_bytes", { mode: "number" }),
    /** All its recordings in the blob store. Null for those of a release that did not count. */
    recordingBytes: bigint("recording_bytes", { mode: "number" }),
    /** What else a call is known by, in the words of the contract's `Call`. */
    details: jsonb("details").$type<CallDetails>().notNull().default({}),
    /** `waiting`: for its analysis. `again`: for another one, by the assistant as it is then. Null: it has not ended, or ended before there were analyses. */
    analysisState: text("analysis_state").$type<"waiting" | "again" | "done">(),
    /** `waiting`: for its files to be made. `storing`: files are made, and the organization's storage is tried again. Null: it has not ended, or ended before files were made. */
    artifactState: text("artifact_state").$type<"waiting" | "storing" | "done">(),
    artifactFiles: jsonb("artifact_files").$type<ArtifactFile[]>().notNull().default([]),
    /** When its report is sent at the latest. Null: it has not ended, or its report is ready. */
    reportDueAt: instant("report_due_at"),
    /** The public API token that started it; null for a caller of the organization itself. */
    tokenId: text("token_id"),
    /** Keyed hash of the visitor's address, for as long as the call is open. */
    visitorHash: text("visitor_hash"),
    /** Of a scheduled call: its request, sealed. It has what starts the call, and is dropped at the end. */
    scheduledRequest: text("scheduled_request"),
  },
  (t) => [
    index("call_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("call_by_assistant").on(t.orgId, t.assistantId, t.createdAt.desc().nullsFirst()),
    index("call_lease").on(t.leaseExpiresAt).where(sql`status <> 'ended'`),
    index("call_video").on(t.orgId).where(sql`video_recording_bytes is not null`),
    index("call_to_analyze").on(t.orgId).where(sql`analysis_state in ('waiting', 'again')`),
    index("call_artifacts").on(t.orgId).where(sql`artifact_state in ('waiting', 'storing')`),
    index("call_report_due").on(t.reportDueAt).where(sql`report_due_at is not null`),
    index("call_scheduled").on(t.orgId).where(sql`status = 'scheduled'`),
    index("call_by_campaign").on(sql`(details ->> 'campaignId')`).where(sql`details ->> 'campaignId' is not null`),
    index("call_by_customer")
      .on(t.orgId, sql`(details #>> '{customer,number}')`, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`details #>> '{customer,number}' is not null`),
    index("call_outputs").using("gin", sql`(details #> '{artifact,structuredOutputs}')`),
  ],
);

/** Exports of calls by e-mail. Retention deletes them with their files when their links have ended. */
export const callExport = pgTable(
  "call_export",
  {
    ...entity,
    query: jsonb("query").$type<CallExportQuery>().notNull(),
    /** The recipient. */
    email: text("email").notNull(),
    sentAt: instant("sent_at"),
  },
  (t) => [index("call_export_list").on(t.orgId, t.createdAt), index("call_export_open").on(t.orgId).where(sql`sent_at is null`)],
);

/** What happened in a call, append-only. See CALL_EVENT_PAYLOADS in the contract. */
export const callEvent = pgTable(
  "call_event",
  {
    callId: text("call_id").notNull(),
    orgId: text("org_id").notNull(),
    seq: integer("seq").notNull(),
    /** Milliseconds on the call's clock. */
    atMs: doublePrecision("at_ms").notNull(),
    type: text("type").$type<CallEventType>().notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.callId, t.seq] }),
    foreignKey({ columns: [t.callId], foreignColumns: [call.id] }).onDelete("cascade"),
  ],
);

/** API tokens. */
export const token = pgTable(
  "token",
  {
    ...entity,
    tag: text("tag").$type<TokenTag>().notNull(),
    name: text("name"),
    restrictions: jsonb("restrictions").$type<TokenRestrictions>().notNull(),
    /** SHA-256 of the value. */
    valueHash: text("value_hash").notNull(),
    /** The value of a public token; that of a private one is kept nowhere. */
    value: text("value"),
    compat: text("compat").$type<CompatForm>(),
    lastUsedAt: instant("last_used_at"),
  },
  (t) => [
    uniqueIndex("token_value").on(t.valueHash),
    index("token_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

/** A conversation in chats. */
export const session = pgTable(
  "session",
  {
    ...entity,
    name: text("name"),
    /** Completed by the assistant or on request. One that has expired is still `active` here: see `expiresAt`. */
    status: text("status").$type<SessionStatus>().notNull(),
    assistantId: text("assistant_id"),
    assistantVersion: integer("assistant_version"),
    /** The assistant as it was at the start, so that the session keeps its character when the assistant changes. */
    assistant: jsonb("assistant").$type<CreateAssistant>().notNull(),
    assistantOverrides: jsonb("assistant_overrides").$type<AssistantOverrides>(),
    /** The agents of a squad or a workflow, as they were at the start: a `TeamConfig`. Null for an assistant alone. */
    team: jsonb("team").$type<object>(),
    customer: jsonb("customer").$type<Record<string, unknown>>(),
    /** What stands before its chats: the prompt with its values put in and, in a session that branched off, what was said before. */
    openingMessages: jsonb("opening_messages").$type<SaidMessage[]>().notNull(),
    /** How many of them are the prompt. */
    promptLength: integer("prompt_length").notNull().default(0),
    /** Values that tools extracted before its chats, in a session that branched off. */
    variables: jsonb("variables").$type<Record<string, unknown>>().notNull().default({}),
    /** Chats before this place are no longer part of the conversation: it was rewritten since. */
    firstSeq: integer("first_seq").notNull().default(0),
    customerId: text("customer_id"),
    phoneNumberId: text("phone_number_id"),
    expirationSeconds: integer("expiration_seconds").notNull(),
    /** `expirationSeconds` after its last chat. */
    expiresAt: instant("expires_at").notNull(),
    /** The public API token that began it; null for a caller of the organization itself. */
    tokenId: text("token_id"),
    /** The chat that is being answered, and until when that is believed without a renewal. One at a time. */
    answeringChatId: text("answering_chat_id"),
    answeringUntil: instant("answering_until"),
  },
  (t) => [
    index("session_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("session_by_assistant").on(t.orgId, t.assistantId, t.createdAt.desc().nullsFirst()),
    index("session_of_texts")
      .on(t.orgId, t.phoneNumberId, sql`(customer ->> 'number')`, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`phone_number_id is not null`),
  ],
);

/** One message to an assistant and its answer. */
export const chat = pgTable(
  "chat",
  {
    ...entity,
    sessionId: text("session_id")
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    /** Place in its session, from 0. */
    seq: integer("seq").notNull(),
    name: text("name"),
    /** The chat it goes on from, when its request named one. */
    previousChatId: text("previous_chat_id"),
    status: text("status").$type<ChatStatus>().notNull(),
    input: jsonb("input").$type<SaidMessage[]>().notNull(),
    output: jsonb("output").$type<ConversationMessage[]>().notNull(),
    /** Values that tools extracted in it. */
    variables: jsonb("variables").$type<Record<string, unknown>>().notNull().default({}),
    /** Of a squad or a workflow: who took the conversation over in it, in order. */
    agents: jsonb("agents").$type<AgentStarted[]>().notNull().default([]),
    /** Why the model failed, for the organization's eyes. */
    failure: jsonb("failure").$type<{ provider: string; message: string }>(),
    /** What it cost. Null while it is being answered. */
    costs: jsonb("costs").$type<CostReport>(),
  },
  (t) => [
    uniqueIndex("chat_in_session").on(t.sessionId, t.seq),
    index("chat_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);

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
