import { once } from "node:events";
import type pg from "pg";
import { type CopyStreamQuery, from } from "pg-copy-streams";
import { type Database, databaseOn } from "../../platform/db/connect.ts";
import {
  LAST_COMMIT_FOR_OLDER,
  makeSchemaOf,
  oldestSchemaVersion,
  schemaVersion,
  updateSchema,
} from "../../platform/db/migrate.ts";
import { BackupError } from "./backup-error.ts";
import { nameOf, target } from "./database-dump.ts";
import type { BackupTable, Manifest } from "./manifest.ts";

/** Begin with the schema that the backup's release had. Refuses a database that is in use, and the schema of a newer release. */
export async function beginLoad(client: pg.Client, manifest: Manifest) {
  await client.query("begin");
  // Recordings are restored between the last row and the commit.
  await client.query("set local idle_in_transaction_session_timeout = 0");
  const { rows } = await client.query(
    "select 1 from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace limit 1",
  );
  const { rows: schemas } = await client.query("select 1 from pg_namespace where nspname in ('auth', 'drizzle', 'pgboss')");
  if (rows.length + schemas.length > 0)
    throw new BackupError("The database is not empty. Restore into a new one: nothing that exists is overwritten.");
  if (manifest.schemaVersion > schemaVersion())
    throw new BackupError(
      `The backup was made by a newer release of Callwright (${manifest.version}). Restore it with that release.`,
    );
  if (manifest.schemaVersion < oldestSchemaVersion())
    throw new BackupError(
      `The backup is too old for this release of Callwright. Restore it with commit ${LAST_COMMIT_FOR_OLDER} and start that once, then start this release.`,
    );
  if (!(await makeSchemaOf(client, manifest.schemaVersion)))
    throw new BackupError(
      `The backup was made by a release that this one does not know (${manifest.version}). Restore it with that release.`,
    );

  await client.query(eachTable(manifest, "disable"));

  let open: { table: BackupTable; copy: CopyStreamQuery; failed: Promise<never> } | undefined;
  const endTable = async () => {
    if (!open) return;
    const { copy, failed } = open;
    open = undefined;
    copy.end();
    await Promise.race([once(copy, "finish"), failed]);
  };

  return {
    /** The next piece of a table. Pieces of one table come one after the other. */
    add: async (table: BackupTable, piece: AsyncIterable<Uint8Array>) => {
      if (open?.table !== table) {
        await endTable();
        const copy = client.query(from(`copy ${target(table)} from stdin`));
        const failed = once(copy, "error").then(([error]) => Promise.reject(error));
        failed.catch(() => undefined);
        open = { table, copy, failed };
      }
      const { copy, failed } = open;
      for await (const chunk of piece) if (!copy.write(chunk)) await Promise.race([once(copy, "drain"), failed]);
    },
    /** `last`: further writes with the rows, in the schema of this release. */
    commit: async (last: (tx: Database) => Promise<void>) => {
      await endTable();
      await client.query(eachTable(manifest, "enable"));
      // `last` may write to tables that are newer than the backup.
      await updateSchema(client, manifest.schemaVersion);
      await last(databaseOn(client));
      await client.query("commit");
    },
  };
}

/** Fills an empty database. Its rows are visible only after `commit`. */
export type DatabaseLoad = Awaited<ReturnType<typeof beginLoad>>;

/** No server uses an empty database, so change notices would be wasted. Foreign keys are still checked, because they are not user triggers. */
function eachTable({ tables }: Manifest, change: "disable" | "enable"): string {
  return tables.map((table) => `alter table ${nameOf(table)} ${change} trigger user`).join("; ");
}
