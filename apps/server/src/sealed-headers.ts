import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { sealerOf } from "./sealed-text.ts";
import type { ServerContext } from "./server-context.ts";

/**
 * The fields whose values are headers: `Authorization` is among them, so they rest sealed wherever a config has them. The API answers
 * them as they were sent.
 */
export const HEADER_FIELDS = ["headers", "sipHeaders"] as const;
const FIELDS: ReadonlySet<string> = new Set(HEADER_FIELDS);
/** People's own data, which lists are filtered by. */
const OWN_DATA = "variableValues";

/** `<key id>.<nonce>.<tag>.<ciphertext>`, as `Sealer` writes it. */
const SEALED = /^[0-9a-f]{8}\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/;

/** The database, or a transaction in it, and the key that headers are sealed with there. */
export type SealedDatabase = Pick<ServerContext, "db" | "secrets">;
type Key = Pick<ServerContext, "secrets">;

/** A copy of a row, or of what changes in the row `id`, with all headers in it sealed for that row. The same value when it has none. */
export function sealHeaders<Value>({ secrets }: Key, table: PgTable, id: string, value: Value): Value {
  return mapHeaders(value, (headers) => sealerOf(secrets).seal(JSON.stringify(headers), placeOf(table, id))) as Value;
}

/** What `sealHeaders` was given. Headers that were stored before there was sealing are answered as they are. */
export function openHeaders<Value>({ secrets }: Key, table: PgTable, id: string, value: Value): Value {
  return mapHeaders(value, (headers) =>
    typeof headers === "string" && SEALED.test(headers)
      ? JSON.parse(sealerOf(secrets).open(headers, placeOf(table, id)))
      : headers,
  ) as Value;
}

/** Of a row that is named by its id. */
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
    const changed = FIELDS.has(name) ? change(inner) : mapHeaders(inner, change);
    if (changed === inner) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[name] = changed;
  }
  return copy ?? value;
}
