import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../db/connect.ts";
import { sealerOf } from "./sealed-text.ts";
import type { Secrets } from "./secrets.ts";

/**
 * The fields whose values are headers: they may contain `Authorization`, so they are stored sealed wherever a config has them. The API returns them
 * unchanged.
 */
const HEADER_FIELDS: ReadonlySet<string> = new Set(["headers", "sipHeaders"]);
/** The user's own data, by which lists are filtered. */
const OWN_DATA = "variableValues";

/** The database, or a transaction in it, and the key that headers are sealed with there. */
export type SealedDatabase = Key & { db: Database };
type Key = { secrets: Secrets };

/** A copy of a row, or of changes to the row `id`, with all headers sealed for that row. The same value if it has no headers. */
export function sealHeaders<Value>({ secrets }: Key, table: PgTable, id: string, value: Value): Value {
  return mapHeaders(value, (headers) => sealerOf(secrets).seal(JSON.stringify(headers), placeOf(table, id))) as Value;
}

/** The value before `sealHeaders`. */
export function openHeaders<Value>({ secrets }: Key, table: PgTable, id: string, value: Value): Value {
  return mapHeaders(value, (headers) => JSON.parse(sealerOf(secrets).open(String(headers), placeOf(table, id)))) as Value;
}

/** Opens the headers of a row that its id names. */
export function openRow<Row extends { id: string }>(key: Key, table: PgTable, row: Row): Row;
export function openRow<Row extends { id: string }>(key: Key, table: PgTable, row: Row | undefined): Row | undefined;
export function openRow<Row extends { id: string }>(key: Key, table: PgTable, row: Row | undefined): Row | undefined {
  return row && openHeaders(key, table, row.id, row);
}

function placeOf(table: PgTable, id: string): string {
  return `${getTableName(table)} ${id} headers`;
}

function mapHeaders(value: unknown, change: (headers: unknown) => unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (inner === null || inner === undefined || name === OWN_DATA) continue;
    const changed = HEADER_FIELDS.has(name) ? change(inner) : mapHeaders(inner, change);
    if (changed === inner) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[name] = changed;
  }
  return copy ?? value;
}
