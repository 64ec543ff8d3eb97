import type { CallExportQuery, CallPageQuery } from "@callwright/contract";
import { and, asc, desc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { entityFilters } from "../../../platform/db/list-filters.ts";
import { readFittingPage } from "../../../platform/db/page-size.ts";
import { pageStart, readCursor } from "../../../platform/db/page-start.ts";
import { openRow, type SealedDatabase } from "../../../platform/secrets/sealed-headers.ts";
import { type CallMetadataRow, type CallRow, METADATA_COLUMNS } from "../runtime/lifecycle-store.ts";
import { call, callMetric } from "../tables.ts";
import { callCost, callDuration, callFilters, SEARCHED_CALL } from "./call-filters.ts";

type Query = Omit<CallPageQuery | CallExportQuery, "limit">;

/** Rows of a page: how many, and after which row or number of rows they begin. */
export interface CallPage {
  limit: number;
  offset?: number;
  after?: { value: number; id: string } | undefined;
}

interface SortKey {
  column: SQL;
  /** The column as a number, for cursors. Default: the column. */
  value?: SQL;
  parameter: (value: number) => SQL;
}

const asNumber = (value: number) => sql`${value}::float8`;
/** The response time of a call without one, which comes last. */
const NEVER_MS = { ASC: 1e12, DESC: -1 };

function sortKey({ sortBy, sortOrder }: Pick<Query, "sortBy" | "sortOrder">): SortKey {
  switch (sortBy) {
    case "createdAt":
      return {
        column: sql`${call.createdAt}`,
        value: sql`(extract(epoch from ${call.createdAt}) * 1000)::float8`,
        parameter: (value) => sql`to_timestamp(${value}::float8 / 1000)`,
      };
    case "duration":
      return { column: callDuration, parameter: asNumber };
    case "cost":
      return { column: callCost, parameter: asNumber };
    case "responseMs": {
      const measured = sql`(select ${callMetric.responseMs} from ${callMetric} where ${callMetric.callId} = ${call.id})`;
      return { column: sql`coalesce(${measured}::float8, ${NEVER_MS[sortOrder]}::float8)`, parameter: asNumber };
    }
    default:
      return sortBy satisfies never;
  }
}

/** A row with the number by which the list is in order. */
type Sorted<Row> = Row & { sortValue: number };

function sortValueOf(query: Query): SQL<number> {
  const { column, value = column } = sortKey(query);
  return sql<number>`${value}`;
}

/** Where a list begins. Fails with `validation-failed` for an unknown cursor. */
export function callPageStart(query: Pick<Query, "page" | "cursor" | "sortBy">, limit: number): Omit<CallPage, "limit"> {
  const { page, cursor, sortBy } = query;
  if (cursor === undefined) return { offset: (page - 1) * limit };
  // Refuses a cursor that is not a time.
  if (sortBy === "createdAt") pageStart({ page, limit, cursor });
  return { after: readCursor(cursor) };
}

export async function readCalls(store: SealedDatabase, orgId: string, query: Query, page: CallPage): Promise<Sorted<CallRow>[]> {
  const rows = await store.db
    .select({ ...getTableColumns(call), sortValue: sortValueOf(query) })
    .from(call)
    .where(and(those(orgId, query), beginning(query, page)))
    .orderBy(...order(query))
    .limit(page.limit)
    .offset(page.offset ?? 0);
  return rows.map((row) => openRow(store, call, row));
}

/** As `readCalls`, but without assistants, which are most of a row, and with one further row if there is one. Fails with `page-too-large`. */
export async function readCallMetadata(
  store: SealedDatabase,
  orgId: string,
  query: Query,
  page: CallPage,
): Promise<Sorted<CallMetadataRow>[]> {
  const { limit, offset = 0 } = page;
  const where = and(those(orgId, query), beginning(query, page));
  const characters = sql`length(${call.details}::text)`;
  const ordered = { table: call, where, order: order(query), limit, offset, characters };
  const rows = await readFittingPage(store.db, ordered, (fitting) =>
    store.db
      .select({ ...METADATA_COLUMNS, sortValue: sortValueOf(query) })
      .from(call)
      .where(fitting)
      .orderBy(...order(query))
      .limit(limit + 1)
      .offset(offset),
  );
  return rows.map((row) => openRow(store, call, row));
}

export function countCalls(db: Database, orgId: string, query: Query): Promise<number> {
  return db.$count(call, those(orgId, query));
}

function those(orgId: string, query: Query): SQL | undefined {
  return and(eq(call.orgId, orgId), isNull(call.deletedAt), ...entityFilters(SEARCHED_CALL, query), ...callFilters(query));
}

function order(query: Query): SQL[] {
  const direction = query.sortOrder === "DESC" ? desc : asc;
  return [direction(sortKey(query).column), direction(call.id)];
}

function beginning(query: Query, { after }: CallPage): SQL | undefined {
  if (!after) return undefined;
  const { column, parameter } = sortKey(query);
  return sql`(${column}, ${call.id}) ${sql.raw(query.sortOrder === "DESC" ? "<" : ">")} (${parameter(after.value)}, ${after.id})`;
}
