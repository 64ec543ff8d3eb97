import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { isBlobKey } from "../blobs/blob-key.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import { type ArchiveEntry, readArchive, textOf } from "./archive-reader.ts";
import { BackupError } from "./backup-error.ts";
import { beginLoad, type DatabaseLoad } from "./database-load.ts";
import { ENTRY, Manifest } from "./manifest.ts";

export interface RestoreTarget {
  /** Of the server to be. */
  dataDir: string;
  /** To an empty database. */
  client: pg.Client;
  blobs: BlobStore;
}

export interface RestoreReport {
  madeAt: string;
  blobs: number;
  hasSecret: boolean;
}

/**
 * Bring back what `createBackup` made. The rows appear when all the rest is there and the archive has proven whole; who calls it
 * removes the files of a failure.
 */
export async function restoreBackup(target: RestoreTarget, file: string, signal: AbortSignal): Promise<RestoreReport> {
  const entries = readArchive(file);
  const first = await entries.next();
  const manifest = await readManifest(first.done ? undefined : first.value, file);
  const load = await beginLoad(target.client, manifest);
  const report: RestoreReport = { madeAt: manifest.madeAt, blobs: 0, hasSecret: false };
  for await (const entry of entries) {
    signal.throwIfAborted();
    await restoreEntry(entry, target, load, manifest, report);
  }
  await load.commit();
  return report;
}

async function readManifest(entry: ArchiveEntry | undefined, file: string): Promise<Manifest> {
  const text = entry?.name === ENTRY.manifest ? await textOf(entry.body) : "";
  const parsed = Manifest.safeParse(parseJson(text));
  if (!parsed.success)
    throw new BackupError(`${file} is not a backup that this release of Callwright can read.`, { cause: parsed.error });
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function restoreEntry(
  { name, body }: ArchiveEntry,
  { dataDir, blobs }: RestoreTarget,
  load: DatabaseLoad,
  { tables }: Manifest,
  report: RestoreReport,
): Promise<void> {
  const table = tables.find((each) => name.startsWith(`${ENTRY.tables}${each.schema}.${each.name}/`));
  const key = name.startsWith(ENTRY.blobs) ? name.slice(ENTRY.blobs.length) : "";
  if (table) await load.add(table, body);
  else if (isBlobKey(key)) {
    const arriving = join(dataDir, `${randomUUID()}.part`);
    await pipeline(body, createWriteStream(arriving, { mode: 0o600 }));
    await blobs.putFile(key, arriving);
    report.blobs += 1;
  } else if (name === ENTRY.secret) {
    await writeFile(join(dataDir, "secret"), body, { mode: 0o600, flag: "wx", flush: true });
    report.hasSecret = true;
  } else
    throw new BackupError(
      `The backup holds something that this release does not know: ${name}. Restore it with the release that made it.`,
    );
}
