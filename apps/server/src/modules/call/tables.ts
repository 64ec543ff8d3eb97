import type {
  ArtifactType,
  AssistantOverrides,
  Call,
  CallControl,
  CallEventType,
  CallExportQuery,
  CallStatus,
  CallSupervisor,
  CreateAssistant,
} from "@callwright/contract";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import { entity, instant } from "../../platform/db/table-columns.ts";

/** A file of an ended call. */
export interface ArtifactFile {
  type: ArtifactType;
  /** In the blob store, as long as it is not stored elsewhere. Logs are made when they are read. */
  key: string;
  /** Where the file is in the organization's own storage: `path` in the bucket of a credential, and its address for people. */
  stored?: { credentialId: string; path: string; location: string };
  /** Failed attempts to write to that storage, and the reason of the last failure. */
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
    /** The answering assistant with overrides applied, so that the call can be explained after the assistant has changed. */
    assistant: jsonb("assistant").$type<CreateAssistant>().notNull(),
    assistantOverrides: jsonb("assistant_overrides").$type<AssistantOverrides>(),
    /** SHA-256 of the room's secret. */
    roomSecretHash: text("room_secret_hash").notNull(),
    /** The hosting node, and how long its lease lasts without a renewal. */
    nodeId: text("node_id").notNull(),
    leaseExpiresAt: instant("lease_expires_at").notNull(),
    /** The address of the node (`NODE_URL`). Null: the server's address. */
    nodeUrl: text("node_url"),
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
    endedReason: text("ended_reason"),
    endedMessage: text("ended_message"),
    /** Keys in the blob store. */
    recordingKey: text("recording_key"),
    videoRecordingKey: text("video_recording_key"),
    /** Size of the stored video. Null for a call of a release that did not measure it. */
    videoRecordingBytes: bigint("video_recording_bytes", { mode: "number" }),
    /** Size of all recordings in the blob store. Null for a call of a release that did not measure it. */
    recordingBytes: bigint("recording_bytes", { mode: "number" }),
    /** Further fields of the contract's `Call`. */
    details: jsonb("details").$type<CallDetails>().notNull().default({}),
    /** `waiting`: for its analysis. `again`: for another one, by the assistant as it is then. Null: it has not ended, or ended before there were analyses. */
    analysisState: text("analysis_state").$type<"waiting" | "again" | "done">(),
    /** `waiting`: for its files to be made. `storing`: files are made, and the organization's storage is tried again. Null: it has not ended, or ended before files were made. */
    artifactState: text("artifact_state").$type<"waiting" | "storing" | "done">(),
    artifactFiles: jsonb("artifact_files").$type<ArtifactFile[]>().notNull().default([]),
    /** The latest time at which its report is sent. Null: it has not ended, or its report is ready. */
    reportDueAt: instant("report_due_at"),
    /** The public API token that started it; null for a caller of the organization itself. */
    tokenId: text("token_id"),
    /** Keyed hash of the visitor's address, for as long as the call is open. */
    visitorHash: text("visitor_hash"),
    /** The sealed request of a scheduled call, which starts it. Deleted at the end. */
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

/** Fields of a call that other hosts may set and a new call here lacks: its customer, its cost and its analysis. */
export type CallDetails = Pick<
  Call,
  | "analysis"
  | "artifact"
  | "campaignId"
  | "compliance"
  | "cost"
  | "costBreakdown"
  | "costs"
  | "costUnknown"
  | "customer"
  | "customerId"
  | "phoneCallProvider"
  | "phoneCallProviderId"
  | "phoneNumber"
  | "phoneNumberId"
  | "ringingAt"
  | "destination"
  | "metadata"
  | "schedulePlan"
  | "transport"
  | "visitor"
  | "squad"
  | "squadId"
  | "squadVersion"
  | "workflow"
  | "workflowId"
  | "workflowVersion"
>;

/**
 * The figures of each call in a narrow row, for overviews of 100,000 calls: rows of `call` hold assistants and analyses, and reading them
 * takes seconds. The trigger `measure_call` copies columns of `call`; `measureCall` adds what events say when the call ends.
 */
export const callMetric = pgTable(
  "call_metric",
  {
    callId: text("call_id")
      .primaryKey()
      .references(() => call.id, { onDelete: "cascade" }),
    orgId: text("org_id").notNull(),
    createdAt: instant("created_at").notNull(),
    isDeleted: boolean("is_deleted").notNull(),
    type: text("type").notNull(),
    status: text("status").notNull(),
    assistantId: text("assistant_id"),
    endedReason: text("ended_reason"),
    /** The value of the rubric. */
    success: text("success"),
    /** From joining to the end. Null while the call runs, and when nobody joined. */
    seconds: doublePrecision("seconds"),
    /** US dollars. */
    cost: doublePrecision("cost").notNull(),
    /** A part of it has no known price. Null for a call of a release that did not say. */
    isUnpriced: boolean("is_unpriced"),
    /** The median wait of the turns that the caller began. Null: there were no such turns. */
    responseMs: integer("response_ms"),
    /** Mean values of those turns. */
    endpointingMs: integer("endpointing_ms"),
    transcriptMs: integer("transcript_ms"),
    modelMs: integer("model_ms"),
    toolMs: integer("tool_ms"),
    voiceMs: integer("voice_ms"),
    transportMs: integer("transport_ms"),
    toolCalls: integer("tool_calls"),
    toolErrors: integer("tool_errors"),
    /** Names of the tools that failed, without repetitions. */
    failedTools: text("failed_tools").array(),
    /** Parts that failed while the call continued. */
    failures: integer("failures"),
  },
  (t) => [
    index("call_metric_list").on(t.orgId, t.createdAt),
    index("call_metric_tool_errors").on(t.orgId, t.createdAt).where(sql`tool_errors > 0`),
    index("call_metric_waits").on(t.orgId, t.responseMs),
    index("call_metric_of_assistant").on(t.orgId, t.assistantId, t.createdAt.desc().nullsFirst()),
  ],
);

const ofCall = {
  id: text("id").primaryKey(),
  orgId: text("org_id").notNull(),
  callId: text("call_id")
    .notNull()
    .references(() => call.id, { onDelete: "cascade" }),
  createdAt: instant("created_at").notNull(),
};

/** Notes that members of the organization wrote about a call. */
export const callNote = pgTable(
  "call_note",
  {
    ...ofCall,
    /** Null for an API token. */
    userId: text("user_id"),
    /** The author's name at that time. */
    authorName: text("author_name").notNull(),
    text: text("text").notNull(),
  },
  (t) => [index("call_note_list").on(t.callId, t.createdAt)],
);

/** What supervisors send into running calls, for the node that hosts the call to take. */
export const callCommand = pgTable(
  "call_command",
  {
    ...ofCall,
    /** Only its type, if it is sealed. */
    message: jsonb("message").$type<CallControl>().notNull(),
    /** The message to a private call. The row is deleted when it is taken. */
    sealed: text("sealed"),
    /** The sender's name at that time. */
    sentBy: jsonb("sent_by").$type<CallSupervisor>().notNull(),
    /** Set by the hosting node, which alone carries the command out. */
    takenAt: instant("taken_at"),
  },
  (t) => [index("call_command_of_call").on(t.callId, t.createdAt), index("call_command_age").on(t.createdAt)],
);

/** Take-overs of running calls: one person a call. A row counts until `expires_at`. */
export const callTakeOver = pgTable("call_take_over", {
  callId: text("call_id")
    .primaryKey()
    .references(() => call.id, { onDelete: "cascade" }),
  orgId: text("org_id").notNull(),
  /** The id of the user, or the name of the token. */
  holder: text("holder").notNull(),
  by: jsonb("by").$type<CallSupervisor>().notNull(),
  expiresAt: instant("expires_at").notNull(),
});
