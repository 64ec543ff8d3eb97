import type { CallFilter, ValueFilter } from "@callwright/contract";
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { ids, oneOf, parts, searchFilters, texts } from "../../../platform/db/list-filters.ts";
import { call, callEvent, callMetric } from "../tables.ts";
import { customerFilters, holds } from "./customer-filters.ts";

/** US dollars. */
export const callCost = sql`coalesce((${call.details} ->> 'cost')::float8, 0)`;
/** Seconds. */
export const callDuration = sql`coalesce(extract(epoch from ${call.endedAt} - ${call.startedAt}), 0)::float8`;

/** A call is searched by its name, and by the name and number of its customer. */
export const SEARCHED_CALL = {
  ...getTableColumns(call),
  searchText: sql`lower(concat_ws(' ', ${call.name}, ${call.details} #>> '{customer,name}', ${call.details} #>> '{customer,number}'))`,
};

/** One condition for each parameter that a list of calls is narrowed by. */
export function callFilters(filter: CallFilter): SQL[] {
  return [
    ...oneOf(sql`${call.id}`, ids(filter.id), ids(filter.idAny)),
    ...oneOf(sql`${call.type}`, texts(filter.type)),
    ...oneOf(sql`${call.status}`, texts(filter.status)),
    ...oneOf(sql`${call.assistantId}`, ids(filter.assistantId), ids(parts(filter.assistantIdAny))),
    ...oneOf(sql`${call.details} ->> 'squadId'`, ids(filter.squadId), ids(parts(filter.squadIdAny))),
    ...oneOf(sql`${call.details} ->> 'phoneNumberId'`, ids(filter.phoneNumberId), ids(filter.phoneNumberIdAny)),
    ...oneOf(sql`${call.endedReason}`, texts(filter.endedReason), parts(filter.endedReasonAny)),
    ...oneOf(sql`${call.details} #>> '{analysis,successEvaluation}'`, texts(filter.successEvaluation)),
    ...sameWord(sql`${call.assistant} ->> 'name'`, filter.assistantName),
    ...sameWord(sql`${call.details} #>> '{squad,name}'`, filter.squadName),
    ...costFilters(filter),
    ...(filter.responseMsGe === undefined ? [] : [waitedFor(filter.responseMsGe)]),
    ...(filter.failedTool === undefined ? [] : [hadFailing(filter.failedTool)]),
    ...customerFilters(sql`${call.details} -> 'customer'`, filter.customer, filter),
    // Repeats the condition on the customer in the form that the index of numbers has.
    ...oneOf(sql`${call.details} #>> '{customer,number}'`, texts(filter.number), parts(filter.customerNumberAny)),
    ...holds(sql`${call.assistantOverrides} -> 'variableValues'`, filter.assistantOverrides?.variableValues),
    ...(filter.transcript === undefined ? [] : [wasSaid(filter.transcript)]),
    ...(filter.mentions === undefined ? [] : [isMentioned(filter.mentions)]),
    ...outcomeFilters(filter),
  ];
}

function sameWord(column: SQL, word: string | undefined): SQL[] {
  return word === undefined ? [] : [sql`lower(${column}) = lower(${word})`];
}

/** A call without a stored cost cost nothing. */
function costFilters({ cost, costLe, costGe }: CallFilter): SQL[] {
  return [
    ...(cost === undefined ? [] : [sql`${callCost} = ${cost}::float8`]),
    ...(costLe === undefined ? [] : [sql`${callCost} <= ${costLe}::float8`]),
    ...(costGe === undefined ? [] : [sql`${callCost} >= ${costGe}::float8`]),
  ];
}

function waitedFor(ms: number): SQL {
  return sql`exists (select 1 from ${callMetric} where ${callMetric.callId} = ${call.id} and ${callMetric.responseMs} >= ${ms}::float8)`;
}

function hadFailing(tool: string): SQL {
  const failed = sql`${callMetric.toolErrors} > 0 and ${tool} = any(${callMetric.failedTools})`;
  return sql`exists (select 1 from ${callMetric} where ${callMetric.callId} = ${call.id} and ${failed})`;
}

/** The words were said, by either side. */
function wasSaid(words: string): SQL {
  const own = and(eq(callEvent.callId, call.id), eq(callEvent.orgId, call.orgId));
  return sql`exists (select 1 from ${callEvent} where ${own} and ${callEvent.type} in ('user.said', 'assistant.said')
    and strpos(lower(${callEvent.payload} ->> 'text'), lower(${words})) > 0)`;
}

function isMentioned(text: string): SQL {
  const named = and(...searchFilters(SEARCHED_CALL, text)) ?? sql`true`;
  // People write numbers with spaces.
  const number = /^\+?[\d\s()./-]{3,}$/.test(text.trim()) ? text.replace(/[^\d]/g, "") : "";
  const isNumber = number === "" ? sql`false` : sql`strpos(${call.details} #>> '{customer,number}', ${number}) > 0`;
  return sql`(${named} or ${isNumber} or ${wasSaid(text.trim())})`;
}

function outcomeFilters({ structuredOutputs = {}, score }: CallFilter): SQL[] {
  const ofOutputs = Object.entries(structuredOutputs).flatMap(([id, filter]) =>
    valueFilter(sql`${call.details} #> '{artifact,structuredOutputs}' -> ${id}::text ->> 'result'`, filter),
  );
  return score === undefined ? ofOutputs : [...ofOutputs, hasScore(score)];
}

/** Whether one of the call's scorecards has such a score. */
function hasScore(filter: ValueFilter): SQL {
  const scores = sql`jsonb_path_query(${call.details}, '$.artifact.scorecards.*.score')`;
  const conditions = and(...valueFilter(sql`scored.value #>> '{}'`, filter)) ?? sql`true`;
  return sql`exists (select 1 from ${scores} as scored (value) where ${conditions})`;
}

/** Numbers as people and JSON write them, of a size that PostgreSQL's `numeric` takes. */
const NUMBER = "^[-+]?[0-9]{1,50}(\\.[0-9]{1,50})?([eE][-+]?[0-9]{1,3})?$";

const COMPARISONS = { eq: "=", neq: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Conditions on a text; a missing value meets none. */
function valueFilter(value: SQL, filter: ValueFilter): SQL[] {
  const comparisons = Object.entries(COMPARISONS).flatMap(([name, operator]) => {
    const operand = filter[name as keyof typeof COMPARISONS];
    return operand === undefined ? [] : [compare(value, sql.raw(operator), operand)];
  });
  const { contains, notContains } = filter;
  return [
    ...comparisons,
    ...(contains === undefined ? [] : [sql`strpos(${value}, ${contains}) > 0`]),
    ...(notContains === undefined ? [] : [sql`strpos(${value}, ${notContains}) = 0`]),
  ];
}

/** Compares as numbers if both are numbers, otherwise as texts by their code points. */
function compare(value: SQL, operator: SQL, operand: string): SQL {
  const asTexts = sql`(${value}) collate "C" ${operator} ${operand}`;
  if (!new RegExp(NUMBER).test(operand)) return asTexts;
  return sql`case when (${value}) ~ ${NUMBER} then (${value})::numeric ${operator} ${operand}::numeric else ${asTexts} end`;
}
