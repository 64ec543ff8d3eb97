import type { AnalyticsQuery } from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { call, callMetric } from "../call/tables.ts";
import { COLUMNS, GROUPS, HISTORY_MAX_VALUES, OPERATIONS } from "./columns.ts";

export interface AppliedRange {
  step: NonNullable<AnalyticsQuery["timeRange"]>["step"];
  start: Date;
  end: Date;
  timezone: string;
}

/** One row of a result: the step's beginning in epoch milliseconds if there is a step, then the groups' values, then the operations', all in the query's order. */
export type AnalyticsRow = unknown[];

export interface AnalyticsLimits {
  maxRows: number;
  /** Rows end at the first one that exceeds it. A history counts as many values as it has calls, a plain value counts as one. */
  maxValues: number;
}

/** Columns of `call_metric`. */
const OF_METRICS = /^(?:responseTime|tool)/;

/** Runs one query in one statement; `values` belong to all rows. PostgreSQL applies the limits, so this process never holds more rows. */
export async function readAnalytics(
  db: Database,
  orgId: string,
  query: AnalyticsQuery,
  { step, start, end, timezone }: AppliedRange,
  { maxRows, maxValues }: AnalyticsLimits,
): Promise<{ rows: AnalyticsRow[]; values: number }> {
  const { groupBy = [], groupByVariableValue = [], operations } = query;
  const keys: SQL[] = [
    ...(step ? [sql`(extract(epoch from date_trunc(${step}, ${call.createdAt}, ${timezone})) * 1000)::float8`] : []),
    ...[groupBy].flat().map((group) => GROUPS[group]),
    ...groupByVariableValue.map(({ key }) => sql`${call.assistantOverrides} -> 'variableValues' ->> ${key}::text`),
  ];
  const values = operations.map(({ operation, column }) => OPERATIONS[operation](COLUMNS[column]));
  const places = sql.raw(keys.map((_, index) => index + 1).join(", "));
  const needsLevel = operations.some(({ column }) => column === "concurrency");
  const needsMetrics = operations.some(({ column }) => OF_METRICS.test(column));
  const columns = [...keys, ...values];
  const { rows } = await db.execute<Record<string, unknown> & { told: number }>(sql`
    with ${needsLevel ? sql`${concurrencyOf(orgId, start, end)},` : sql``}
    answer as (
      select ${sql.join(columns.map(named), sql`, `)}, ${sql.join(operations.map(valuesOf), sql` + `)} as own
      from ${call} ${needsLevel ? sql`left join level on level.id = ${call.id}` : sql``}
        ${needsMetrics ? sql`left join ${callMetric} on ${callMetric.callId} = ${call.id}` : sql``}
      where ${call.orgId} = ${orgId} and ${call.deletedAt} is null
        and ${call.createdAt} >= ${start.toISOString()}::timestamptz and ${call.createdAt} <= ${end.toISOString()}::timestamptz
      ${keys.length > 0 ? sql`group by ${places} order by ${places}` : sql``}
      limit ${maxRows}
    ), running as (
      select *, (sum(own) over (${keys.length > 0 ? sql`order by ${sql.raw(keys.map((_, index) => `c${index}`).join(", "))}` : sql``}
        rows unbounded preceding))::int as told from answer
    )
    select * from running where told - own <= ${maxValues} order by told`);
  return { rows: rows.map((row) => columns.map((_, index) => row[`c${index}`])), values: rows.at(-1)?.told ?? 0 };
}

/** The number of values that an operation has in a row. */
function valuesOf({ operation, column }: AnalyticsQuery["operations"][number]): SQL {
  return operation === "history" ? sql`least(count(${COLUMNS[column]}), ${HISTORY_MAX_VALUES})` : sql`1`;
}

const named = (value: SQL, index: number) => sql`${value} as ${sql.raw(`c${index}`)}`;

/** Two parts of a `with`. Walks over the beginnings and ends of calls in their order. At the same instant an end comes first. */
function concurrencyOf(orgId: string, start: Date, end: Date): SQL {
  const those = sql`${call.orgId} = ${orgId} and ${call.deletedAt} is null
    and ${call.startedAt} <= ${end.toISOString()}::timestamptz
    and (${call.endedAt} is null or ${call.endedAt} >= ${start.toISOString()}::timestamptz)`;
  return sql`point as (
      select ${call.id} as id, ${call.startedAt} as at, 1 as change from ${call} where ${those}
      union all select null, ${call.endedAt}, -1 from ${call} where ${those} and ${call.endedAt} is not null
    ), level as (
      select id, sum(change) over (order by at, change rows unbounded preceding) as calls from point
    )`;
}
