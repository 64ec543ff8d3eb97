import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getTableConfig } from "drizzle-orm/pg-core";
import type pg from "pg";
import { fileTextBlobKey, isBlobKey } from "../../platform/blobs/blob-key.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Config } from "../../platform/config/config.ts";
import { VERSION } from "../../platform/config/version.ts";
import { schemaVersion } from "../../platform/db/migrate.ts";
import { backupSealKey } from "../../platform/secrets/secrets.ts";
import { TABLES } from "../../tables.ts";
import { type ArchiveWriter, createArchiveWriter } from "./archive-writer.ts";
import { BackupError } from "./backup-error.ts";
import { beginSnapshot, dumpTable } from "./database-dump.ts";
import { type BackupTable, ENTRY, type Manifest } from "./manifest.ts";

export interface BackupSource {
  config: Pick<Config, "dataDir" | "publicUrl" | "secret">;
  /** A separate connection. */
  client: pg.Client;
  blobs: BlobStore;
  now: () => Date;
}

/**
 * Backs up a server, running or not, into one archive: all rows at one moment, the blobs of these rows, and the secret. Later writes and the
 * recordings of running calls are not included. A failure leaves no file.
 */
export async function createBackup(source: BackupSource, file: string, signal: AbortSignal) {
  const { client, config, now } = source;
  await beginSnapshot(client);
  const archive = await createArchiveWriter(file);
  try {
    const tables = backupTables();
    const manifest: Manifest = {
      format: 2,
      version: VERSION,
      madeAt: now().toISOString(),
      ...(config.publicUrl !== undefined && { publicUrl: config.publicUrl }),
      schemaVersion: schemaVersion(),
      tables,
    };
    await addText(archive, ENTRY.manifest, JSON.stringify(manifest, null, 1));
    const secret = config.secret === undefined ? await readSecret(config.dataDir) : undefined;
    if (secret !== undefined) await addText(archive, ENTRY.secret, secret);

    const keys = new Set<string>();
    for (const table of tables) {
      let piece = 0;
      for await (const rows of dumpTable(client, table)) {
        signal.throwIfAborted();
        for (const key of blobKeysIn(rows)) keys.add(key);
        await archive.add(`${ENTRY.tables}${table.schema}.${table.name}/${piece++}`, rows.length, [rows]);
      }
    }
    for (const key of await keysElsewhere(client)) keys.delete(key);
    await client.query("commit");
    const blobs = await addBlobs(archive, source.blobs, keys, signal);
    const textKeys = new Set([...keys].flatMap(textKeyOf).filter((key) => !keys.has(key)));
    const texts = await addBlobs(archive, source.blobs, textKeys, signal);
    return {
      /** Size of the archive. */
      sizeBytes: await archive.finish(backupSealKey(config.secret ?? secret ?? "")),
      blobs: blobs + texts,
      /** Named by rows, but not there: deleted in the meantime, or never in this data directory. */
      missingBlobs: keys.size - blobs,
      /** False if the server's secret is in its environment and therefore not part of the backup. */
      hasSecret: secret !== undefined,
    };
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

async function readSecret(dataDir: string): Promise<string> {
  try {
    return await readFile(join(dataDir, "secret"), "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new BackupError(`There is no secret in ${dataDir}. Set DATA_DIR, or SECRET, to what the server uses.`, { cause });
  }
}

/**
 * Keys of blobs have a form of their own, so they are found in whatever column or document has one as a value of its own. The end of an address is
 * none: messages of webhooks keep links to logs, which are made when they are read, and to files that may be gone.
 */
function blobKeysIn(rows: Buffer): string[] {
  return (rows.toString("latin1").match(/(?<![^\t\n"])org\/[a-z0-9./-]+/g) ?? []).filter(isBlobKey);
}

/** A row names only the file; its extracted text is stored beside it, if there is one. */
function textKeyOf(key: string): string[] {
  const [, orgId = "", kind, id = ""] = key.split("/");
  return kind === "file" ? [fileTextBlobKey(orgId, id)] : [];
}

/** Files of calls that are in an organization's own storage, and logs, which are made when they are read. */
async function keysElsewhere(client: BackupSource["client"]): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select file ->> 'key' as key from call, jsonb_array_elements(artifact_files) as file
      where file ? 'stored' or file ->> 'type' = 'log'`,
  );
  return rows.map(({ key }) => key);
}

async function addBlobs(archive: ArchiveWriter, blobs: BlobStore, keys: Iterable<string>, signal: AbortSignal): Promise<number> {
  let count = 0;
  for (const key of keys) {
    signal.throwIfAborted();
    const info = await blobs.stat(key);
    const bytes = info && (await blobs.get(key));
    if (!bytes) continue;
    await archive.add(`${ENTRY.blobs}${key}`, info.sizeBytes, bytes);
    count += 1;
  }
  return count;
}

async function addText(archive: ArchiveWriter, name: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  await archive.add(name, bytes.length, [bytes]);
}

type TableConfig = ReturnType<typeof getTableConfig>;

const keyOf = ({ schema = "public", name }: TableConfig) => `${schema}.${name}`;

/** All tables of this release with their stored columns, each after the tables it refers to. */
export function backupTables(): BackupTable[] {
  const configs = TABLES.map((table) => getTableConfig(table));
  return inOrder(configs).map(({ schema, name, columns }) => ({
    schema: schema === "auth" ? "auth" : "public",
    name,
    columns: columns.filter(({ generated }) => generated === undefined).map((column) => column.name),
  }));
}

function inOrder(configs: TableConfig[]): TableConfig[] {
  const ordered = new Map<string, TableConfig>();
  const visit = (config: TableConfig) => {
    if (ordered.has(keyOf(config))) return;
    for (const { reference } of config.foreignKeys) {
      const target = getTableConfig(reference().foreignTable);
      // A table may refer to itself: its rows are checked when all of them are loaded.
      if (keyOf(target) !== keyOf(config)) visit(target);
    }
    ordered.set(keyOf(config), config);
  };
  configs.forEach(visit);
  return [...ordered.values()];
}
