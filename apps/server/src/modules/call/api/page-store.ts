import type { CallExportQuery, CallPageQuery } from "@callwright/contract";
import { and, asc, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { entityFilters } from "../../../platform/db/list-filters.ts";
import { readFittingPage } from "../../../platform/db/page-size.ts";
import { pageStart, readCursor } from "../../../platform/db/page-start.ts";
import { openRow, type SealedDatabase } from "../../../platform/secrets/sealed-headers.ts";
import { type CallMetadataRow, type CallRow, METADATA_COLUMNS } from "../runtime/lifecycle-store.ts";
import { call } from "../tables.ts";
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
  /** The sort value of a row as a number, equal to the value that the database computes. */
  valueOf: (row: CallMetadataRow) => number;
  parameter: (value: number) => SQL;
}

const SORT_KEYS: Record<Query["sortBy"], SortKey> = {
  createdAt: {
    column: sql`${call.createdAt}`,
    valueOf: ({ createdAt }) => createdAt.getTime(),
    parameter: (value) => sql`to_timestamp(${value}::float8 / 1000)`,
  },
  duration: {
    column: callDuration,
    valueOf: ({ startedAt, endedAt }) => (startedAt && endedAt ? (endedAt.getTime() - startedAt.getTime()) / 1000 : 0),
    parameter: (value) => sql`${value}::float8`,
  },
  cost: {
    column: callCost,
    valueOf: ({ details }) => details.cost ?? 0,
    parameter: (value) => sql`${value}::float8`,
  },
};

export const sortValue = ({ sortBy }: Pick<Query, "sortBy">): SortKey["valueOf"] => SORT_KEYS[sortBy].valueOf;

/** Where a list begins. Fails with `validation-failed` for an unknown cursor. */
export function callPageStart(query: Pick<Query, "page" | "cursor" | "sortBy">, limit: number): Omit<CallPage, "limit"> {
  const { page, cursor, sortBy } = query;
  if (cursor === undefined) return { offset: (page - 1) * limit };
  // Refuses a cursor that is not a time.
  if (sortBy === "createdAt") pageStart({ page, limit, cursor });
  return { after: readCursor(cursor) };
}

export async function readCalls(store: SealedDatabase, orgId: string, query: Query, page: CallPage): Promise<CallRow[]> {
  const rows = await store.db
    .select()
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
): Promise<CallMetadataRow[]> {
  const { limit, offset = 0 } = page;
  const where = and(those(orgId, query), beginning(query, page));
  const characters = sql`length(${call.details}::text)`;
  const ordered = { table: call, where, order: order(query), limit, offset, characters };
  const rows = await readFittingPage(store.db, ordered, (fitting) =>
    store.db
      .select(METADATA_COLUMNS)
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

function order({ sortBy, sortOrder }: Query): SQL[] {
  const direction = sortOrder === "DESC" ? desc : asc;
  return [direction(SORT_KEYS[sortBy].column), direction(call.id)];
}

function beginning({ sortBy, sortOrder }: Query, { after }: CallPage): SQL | undefined {
  if (!after) return undefined;
  const { column, parameter } = SORT_KEYS[sortBy];
  return sql`(${column}, ${call.id}) ${sql.raw(sortOrder === "DESC" ? "<" : ">")} (${parameter(after.value)}, ${after.id})`;
}
