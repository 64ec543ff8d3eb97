import { invalid, type PageMetadata, type PageQuery, type PlatformError, type SortOrder } from "@callwright/contract";
import { asc, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { newestFirst } from "./list-filters.ts";

/** The start of a page: a number of skipped rows, or the row before it. */
export interface PageStart {
  offset: number;
  after?: { createdAt: Date; id: string };
}

interface PageColumns {
  id: PgColumn;
  createdAt: PgColumn;
}

/** Fails with `validation-failed` for an unknown cursor. */
export function pageStart({ page, limit, cursor }: Pick<PageQuery, "page" | "limit" | "cursor">): PageStart {
  if (cursor === undefined) return { offset: (page - 1) * limit };
  const { value, id } = readCursor(cursor);
  if (value < 0 || value > LAST_INSTANT_MS) throw cursorInvalid();
  return { offset: 0, after: { createdAt: new Date(value), id } };
}

/** PostgreSQL writes later ones differently. */
const LAST_INSTANT_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** The row that a cursor points to: its sort value as a number, and its id. Fails with `validation-failed`. */
export function readCursor(cursor: string): { value: number; id: string } {
  const [number = "", id = "", rest] = Buffer.from(cursor, "base64url").toString().split(" ");
  const value = Number(number || Number.NaN);
  if (!Number.isFinite(value) || !/^[0-9a-f-]{36}$/.test(id) || rest !== undefined) throw cursorInvalid();
  return { value, id };
}

function cursorInvalid(): PlatformError {
  return invalid("cursor must be the nextCursor of a page before");
}

/** The condition for rows after the page's start row; undefined if a number of rows is skipped. */
export function startFilter({ createdAt, id }: PageColumns, { after }: PageStart, order: SortOrder): SQL | undefined {
  if (!after) return undefined;
  const compare = sql.raw(order === "DESC" ? "<" : ">");
  return sql`(${createdAt}, ${id}) ${compare} (${after.createdAt.toISOString()}::timestamptz, ${after.id})`;
}

export function pageOrder(columns: PageColumns, order: SortOrder): SQL[] {
  return order === "DESC" ? newestFirst(columns) : [asc(columns.createdAt), asc(columns.id)];
}

/** The response of the API. */
export interface Page<Entity> extends Record<string, unknown> {
  results: Entity[];
  metadata: PageMetadata;
}

/**
 * Makes a page of the rows that a store read: up to `limit` rows, and one more if another page follows. `valueFor` gives the value that
 * orders a row; default: its creation.
 */
export function toPage<Row extends { id: string; createdAt: Date }, Entity>(
  { page, limit, sortOrder }: Pick<PageQuery, "page" | "limit" | "sortOrder">,
  { rows, total }: { rows: readonly Row[]; total: number },
  toEntity: (row: Row) => Entity,
  valueFor: (row: Row) => number = ({ createdAt }) => createdAt.getTime(),
): Page<Entity> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasNextPage = rows.length > limit && last !== undefined;
  return {
    results: shown.map(toEntity),
    metadata: {
      itemsPerPage: limit,
      totalItems: total,
      currentPage: page,
      totalPages: limit === 0 ? 0 : Math.ceil(total / limit),
      hasNextPage,
      sortOrder,
      ...(hasNextPage ? { nextCursor: writeCursor(valueFor(last), last.id) } : {}),
    },
  };
}

function writeCursor(value: number, id: string): string {
  return Buffer.from(`${value} ${id}`).toString("base64url");
}
