import { type LiveCallFilterField as Field, type LiveCallFilter, REALTIME_QUERY_OPERATORS_MAX } from "@callwright/contract";
import { type Comparison, type FilterTarget, type FilterValue, makeFilter } from "@callwright/realtime";
import { type SQL, sql } from "drizzle-orm";
import { LIVE_COLUMNS } from "./live-store.ts";

type Kind = "text" | "number" | "time";

const KINDS: { readonly [Name in Field]?: Kind } = { createdAt: "time", startedAt: "time", endedAt: "time", cost: "number" };
const kindOf = (field: Field): Kind => KINDS[field] ?? "text";
const columnOf = (field: Field): SQL => sql`(${LIVE_COLUMNS[field]})`;

const OPERATORS: Record<Exclude<Comparison, "eq" | "neq">, SQL> = { lt: sql`<`, lte: sql`<=`, gt: sql`>`, gte: sql`>=` };

const NEVER = sql`false`;

/**
 * The SQL condition of a live list's filter. Every comparison is true or false, also for unknown values, so that `not` inverts it: a value of another
 * type than the field equals nothing and is neither smaller nor larger. Times are ISO 8601. Fails with a `FunctionError` for more than
 * `REALTIME_QUERY_OPERATORS_MAX` operators.
 */
export function liveFilter(filter: LiveCallFilter): SQL {
  return makeFilter(filter, REALTIME_QUERY_OPERATORS_MAX, TARGET);
}

const TARGET: FilterTarget<Field, SQL> = {
  and: (parts) => (parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`),
  or: (parts) => (parts.length === 0 ? NEVER : sql`(${sql.join(parts, sql` or `)})`),
  not: (part) => sql`not ${part}`,
  compare,
  isIn: (field, values) => TARGET.or(values.map((value) => equals(field, value))),
};

function compare(field: Field, comparison: Comparison, value: FilterValue): SQL {
  if (comparison === "eq") return equals(field, value);
  if (comparison === "neq") return sql`not ${equals(field, value)}`;
  const kind = kindOf(field);
  const column = columnOf(field);
  const operand = operandOf(kind, value);
  if (!operand) return NEVER;
  // Letters as computers order them, whatever the database's language.
  const ordered = kind === "text" ? sql`${column} collate "C"` : column;
  return sql`coalesce(${ordered} ${OPERATORS[comparison]} ${operand}, false)`;
}

function equals(field: Field, value: FilterValue): SQL {
  const column = columnOf(field);
  if (value === null) return sql`(${column} is null)`;
  const operand = operandOf(kindOf(field), value);
  return operand ? sql`coalesce(${column} = ${operand}, false)` : NEVER;
}

/** Undefined for what is not of this kind. */
function operandOf(kind: Kind, value: FilterValue): SQL | undefined {
  if (kind === "number") return typeof value === "number" ? sql`${value}::float8` : undefined;
  if (typeof value !== "string") return undefined;
  if (kind === "text") return sql`${value}::text`;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : sql`${new Date(at).toISOString()}::timestamptz`;
}
