import pg from "pg";
import { to } from "pg-copy-streams";
import { schemaVersion } from "../../platform/db/migrate.ts";
import { BackupError } from "./backup-error.ts";
import type { BackupTable } from "./manifest.ts";

/** Pieces of a table are about this large, or as large as a row. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** Begins to read the database as it is at this moment, whatever is written later. Refuses one of another release. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  const { rows } = await client.query<{ found: string | null }>("select to_regclass('drizzle.__drizzle_migrations') as found");
  const applied = rows[0]?.found
    ? await client.query<{ at: string | null }>("select max(created_at) as at from drizzle.__drizzle_migrations")
    : undefined;
  const version = Number(applied?.rows[0]?.at ?? 0);
  if (version === 0) throw new BackupError("There is nothing to back up: no Callwright server has used this database yet.");
  if (version !== schemaVersion())
    throw new BackupError("The database is of another release of Callwright. Make the backup with the release that runs on it.");
}

/** The rows of a table as COPY writes them, in pieces of whole rows. */
export async function* dumpTable(client: pg.Client, table: BackupTable): AsyncGenerator<Buffer> {
  const rows = client.query(to(`copy ${target(table)} to stdout`));
  let kept: Buffer[] = [];
  let keptBytes = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    const end = keptBytes + chunk.length < PIECE_BYTES ? 0 : chunk.lastIndexOf("\n") + 1;
    if (end === 0) {
      kept.push(chunk);
      keptBytes += chunk.length;
      continue;
    }
    yield Buffer.concat([...kept, chunk.subarray(0, end)]);
    kept = [chunk.subarray(end)];
    keptBytes = chunk.length - end;
  }
  if (keptBytes > 0) yield Buffer.concat(kept);
}

/** `"auth"."user" ("id", "name")`, for COPY. */
export function target(table: BackupTable): string {
  return `${nameOf(table)} (${table.columns.map(pg.escapeIdentifier).join(", ")})`;
}

/** `"auth"."user"` */
export function nameOf({ schema, name }: BackupTable): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}
