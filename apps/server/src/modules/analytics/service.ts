import { type AnalyticsQuery, type AnalyticsResult, invalid, type RunAnalytics } from "@callwright/contract";
import { instantOf, storableInstant } from "../../platform/db/list-filters.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { type AnalyticsRow, type AppliedRange, readAnalytics } from "./store.ts";

const DEFAULT_DAYS = 7;
/** Maximum rows of one result. */
const MAX_ROWS = 10_000;
/** Values of all results together: some 10 MB as JSON. They are all in memory at once. */
const MAX_VALUES = 100_000;

/** One after the other, so that a question with many parts leaves connections to others. */
export async function runAnalytics(
  { db, now }: Pick<ServerContext, "db" | "now">,
  { orgId }: OrgCaller,
  { queries }: RunAnalytics,
): Promise<AnalyticsResult[]> {
  requireSensible(queries);
  const results: AnalyticsResult[] = [];
  let valuesLeft = MAX_VALUES;
  for (const [index, query] of queries.entries()) {
    const range = appliedRange(query, now());
    const { rows, values } = await readAnalytics(db, orgId, query, range, { maxRows: MAX_ROWS + 1, maxValues: valuesLeft });
    if (rows.length > MAX_ROWS)
      throw invalid(`queries.${index}.timeRange gives more than ${MAX_ROWS} rows; take a longer step or a shorter range`);
    valuesLeft -= values;
    if (valuesLeft < 0) throw invalid(tooManyValues(index));
    results.push(toResult(query, range, rows));
  }
  return results;
}

function tooManyValues(index: number): string {
  const until = index === 0 ? "" : ", together with the queries before it,";
  return `queries.${index}${until} gives more than ${MAX_VALUES} values; take a longer step, a shorter range, or fewer groups and operations`;
}

function appliedRange({ timeRange: { step, start, end, timezone = "UTC" } = {} }: AnalyticsQuery, now: Date): AppliedRange {
  const until = end === undefined ? now : instantOf(end);
  const since = start === undefined ? storableInstant(until.getTime() - DEFAULT_DAYS * 86_400_000) : instantOf(start);
  return { step, start: since, end: until, timezone };
}

function toResult(query: AnalyticsQuery, { step, start, end, timezone }: AppliedRange, rows: AnalyticsRow[]): AnalyticsResult {
  const names = columnNames(query);
  const tell = (value: unknown, index: number) => (step && index === 0 ? new Date(Number(value)).toISOString() : toJson(value));
  return {
    name: query.name,
    timeRange: { ...(step && { step }), start: start.toISOString(), end: end.toISOString(), timezone },
    result: rows.map((row) => Object.fromEntries(row.map((value, index) => [names[index], tell(value, index)]))),
  };
}

/** A history comes latest first. All other values stay as they are. */
function toJson(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.toReversed().map(({ date, value: each }) => ({ date: new Date(date).toISOString(), value: each }));
}

function columnNames({ timeRange, groupBy = [], groupByVariableValue = [], operations }: AnalyticsQuery): string[] {
  return [
    ...(timeRange?.step ? ["date"] : []),
    ...[groupBy].flat(),
    ...groupByVariableValue.map(({ key }) => `variableValues.${key}`),
    ...operations.map(
      ({ operation, column, alias }) => alias ?? `${operation}${column.charAt(0).toUpperCase()}${column.slice(1)}`,
    ),
  ];
}

function requireSensible(queries: readonly AnalyticsQuery[]): void {
  const problems = queries.flatMap((query, index) => {
    const ofIds = query.operations.flatMap(({ operation, column }, place) =>
      column === "id" && operation !== "count"
        ? [`queries.${index}.operations.${place}.operation must be count where the column is id`]
        : [],
    );
    const names = columnNames(query);
    const twice = names.filter((name, place) => names.indexOf(name) < place);
    return [...ofIds, ...twice.map((name) => `queries.${index} gives two values the name ${name}; set an alias`)];
  });
  if (problems.length > 0) throw invalid(...problems);
}
