import type { AnalyticsQuery } from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import { call, callMetric } from "../call/tables.ts";

type Group = Extract<NonNullable<AnalyticsQuery["groupBy"]>, string>;
export type AnalyticsColumn = AnalyticsQuery["operations"][number]["column"];
type Operation = AnalyticsQuery["operations"][number]["operation"];

/** A query reaches the statement only through these tables, or as a parameter. */
export const GROUPS: Record<Group, SQL> = {
  type: sql`${call.type}`,
  assistantId: sql`${call.assistantId}`,
  endedReason: sql`${call.endedReason}`,
  "analysis.successEvaluation": sql`${call.details} #>> '{analysis,successEvaluation}'`,
  status: sql`${call.status}`,
};

/** 0 for a call without a stored cost, because it cost nothing. */
const paid = (path: string) => sql`coalesce((${call.details} #>> ${`{${path}}`}::text[])::float8, 0)`;
const seconds = sql`extract(epoch from ${call.endedAt} - ${call.startedAt})::float8`;

export const COLUMNS: Record<AnalyticsColumn, SQL> = {
  id: sql`${call.id}`,
  cost: paid("cost"),
  "costBreakdown.llm": paid("costBreakdown,llm"),
  "costBreakdown.stt": paid("costBreakdown,stt"),
  "costBreakdown.tts": paid("costBreakdown,tts"),
  "costBreakdown.vapi": paid("costBreakdown,vapi"),
  "costBreakdown.transport": paid("costBreakdown,transport"),
  "costBreakdown.analysisBreakdown.summary": paid("costBreakdown,analysisCostBreakdown,summary"),
  "costBreakdown.transcriber": paid("costBreakdown,stt"),
  "costBreakdown.ttsCharacters": paid("costBreakdown,ttsCharacters"),
  "costBreakdown.llmPromptTokens": paid("costBreakdown,llmPromptTokens"),
  "costBreakdown.llmCompletionTokens": paid("costBreakdown,llmCompletionTokens"),
  "costBreakdown.llmCachedPromptTokens": paid("costBreakdown,llmCachedPromptTokens"),
  duration: seconds,
  /** How many calls ran when this one began, itself among them. See `concurrencyOf`. */
  concurrency: sql`level.calls`,
  minutesUsed: sql`${seconds} / 60`,
  responseTime: sql`${callMetric.responseMs}`,
  "responseTime.endpointing": sql`${callMetric.endpointingMs}`,
  "responseTime.transcript": sql`${callMetric.transcriptMs}`,
  "responseTime.model": sql`${callMetric.modelMs}`,
  "responseTime.tool": sql`${callMetric.toolMs}`,
  "responseTime.voice": sql`${callMetric.voiceMs}`,
  "responseTime.transport": sql`${callMetric.transportMs}`,
  toolCalls: sql`${callMetric.toolCalls}`,
  toolErrors: sql`${callMetric.toolErrors}`,
};

/** Maximum values of a history: the latest ones. */
export const HISTORY_MAX_VALUES = 1_000;

export const OPERATIONS: Record<Operation, (column: SQL) => SQL> = {
  sum: (column) => sql`coalesce(sum(${column}), 0)::float8`,
  avg: (column) => sql`avg(${column})::float8`,
  count: (column) => sql`count(${column})::float8`,
  min: (column) => sql`min(${column})::float8`,
  p50: (column) => sql`(percentile_disc(0.5) within group (order by ${column}))::float8`,
  p95: (column) => sql`(percentile_disc(0.95) within group (order by ${column}))::float8`,
  max: (column) => sql`max(${column})::float8`,
  history: (column) =>
    sql`to_jsonb((array_agg(jsonb_build_object('date', ${call.createdAt}, 'value', ${column}) order by ${call.createdAt} desc, ${call.id} desc)
      filter (where ${column} is not null))[1:${sql.raw(String(HISTORY_MAX_VALUES))}])`,
};
