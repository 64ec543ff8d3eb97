import type { AnalyticsQuery } from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { call } from "../../db/schema.ts";
import { COLUMNS, GROUPS, OPERATIONS } from "./columns.ts";

export interface AppliedRange {
  step: NonNullable<AnalyticsQuery["timeRange"]>["step"];
  start: Date;
  end: Date;
  timezone: string;
}

/** One row of a result: the step's beginning in epoch milliseconds if there is a step, then the groups' values, then the operations', all in the query's order. */
export type AnalyticsRow = unknown[];

/** One statement for one query. Answers at most `limit` rows. */
export async function readAnalytics(
  db: Database,
  orgId: string,
  query: AnalyticsQuery,
  { step, start, end, timezone }: AppliedRange,
  limit: number,
): Promise<AnalyticsRow[]> {
  const { groupBy = [], groupByVariableValue = [], operations } = query;
  const keys: SQL[] = [
    ...(step ? [sql`(extract(epoch from date_trunc(${step}, ${call.createdAt}, ${timezone})) * 1000)::float8`] : []),
    ...[groupBy].flat().map((group) => GROUPS[group]),
    ...groupByVariableValue.map(({ key }) => sql`${call.assistantOverrides} -> 'variableValues' ->> ${key}::text`),
  ];
  const values = operations.map(({ operation, column }) => OPERATIONS[operation](COLUMNS[column]));
  const places = sql.raw(keys.map((_, index) => index + 1).join(", "));
  const needsLevel = operations.some(({ column }) => column === "concurrency");
  const { rows } = await db.execute(sql`
    ${needsLevel ? concurrencyOf(orgId, start, end) : sql``}
    select ${sql.join([...keys, ...values].map(named), sql`, `)}
    from ${call} ${needsLevel ? sql`left join level on level.id = ${call.id}` : sql``}
    where ${call.orgId} = ${orgId} and ${call.deletedAt} is null
      and ${call.createdAt} >= ${start.toISOString()}::timestamptz and ${call.createdAt} <= ${end.toISOString()}::timestamptz
    ${keys.length > 0 ? sql`group by ${places} order by ${places}` : sql``}
    limit ${limit}`);
  return rows.map((row) => [...keys, ...values].map((_, index) => row[`c${index}`]));
}

const named = (value: SQL, index: number) => sql`${value} as ${sql.raw(`c${index}`)}`;

/** Walks over the beginnings and ends of calls in their order. At the same instant an end comes first. */
function concurrencyOf(orgId: string, start: Date, end: Date): SQL {
  const those = sql`${call.orgId} = ${orgId} and ${call.deletedAt} is null
    and ${call.startedAt} <= ${end.toISOString()}::timestamptz
    and (${call.endedAt} is null or ${call.endedAt} >= ${start.toISOString()}::timestamptz)`;
  return sql`with point as (
      select ${call.id} as id, ${call.startedAt} as at, 1 as change from ${call} where ${those}
      union all select null, ${call.endedAt}, -1 from ${call} where ${those} and ${call.endedAt} is not null
    ), level as (
      select id, sum(change) over (order by at, change rows unbounded preceding) as calls from point
    )`;
}
