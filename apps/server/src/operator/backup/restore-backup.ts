import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type RestoreState, readJson } from "@callwright/contract";
import type pg from "pg";
import { isBlobKey } from "../../platform/blobs/blob-key.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Config } from "../../platform/config/config.ts";
import { hashRestoreCode, newRestoreCode } from "../../platform/held/restore-code.ts";
import { holdEverything } from "../../platform/held/restore-store.ts";
import type { LedgerLine } from "../../platform/people/erasure-ledger.ts";
import { backupSealKey, loadSecrets } from "../../platform/secrets/secrets.ts";
import { type ArchiveEntry, type BackupArchive, readArchive, textOf } from "./archive-reader.ts";
import { BackupError } from "./backup-error.ts";
import { beginLoad, type DatabaseLoad } from "./database-load.ts";
import { repeatErasures } from "./erasures-file.ts";
import { ENTRY, Manifest } from "./manifest.ts";

export interface RestoreTarget {
  /** Settings of the new server; `secret` is SECRET. */
  config: Pick<Config, "dataDir" | "secret">;
  /** A connection to an empty database. */
  client: pg.Client;
  blobs: BlobStore;
  now: () => Date;
  /** A backup without a seal is restored, too: one of a release that made none. Default false. */
  allowUnsealed?: boolean;
  /** Deletions for good that are known besides those in the backup. */
  erasures?: readonly LedgerLine[];
}

/**
 * Restores an archive of `createBackup`, and holds all work that the server would start by itself. The database rows are committed last, after the
 * files, and only if the archive is complete. On a failure, the caller removes the files. Returns the code of the page on which the operator resumes
 * the held work.
 */
export async function restoreBackup(target: RestoreTarget, file: string, signal: AbortSignal) {
  const archive = readArchive(file);
  const { entries } = archive;
  const first = await entries.next();
  const manifest = await readManifest(first.done ? undefined : first.value, file);
  const load = await beginLoad(target.client, manifest);
  const read = { blobs: 0, hasSecret: false };
  for await (const entry of entries) {
    signal.throwIfAborted();
    await restoreEntry(entry, target, load, manifest, read);
  }
  const checked = await checkSeal(target, archive, manifest, { file, hasSecret: read.hasSecret });
  const code = newRestoreCode();
  const secrets = await loadSecrets(target.config);
  let erasures = { repeated: 0, foreign: 0 };
  await load.commit(async (tx) => {
    erasures = await repeatErasures(tx, secrets, target.erasures ?? [], target.now());
    await holdEverything(tx, {
      backupMadeAt: new Date(manifest.madeAt),
      restoredAt: target.now(),
      restoredBy: `${userInfo().username} on ${hostname()}`,
      checked,
      oldUrl: manifest.publicUrl,
      codeHash: hashRestoreCode(code),
    });
  });
  return { ...read, madeAt: manifest.madeAt, checked, code, erasures };
}

/** Fails with a `BackupError` when the archive is not as it was made, or when that cannot be known. */
async function checkSeal(
  { config, allowUnsealed = false }: RestoreTarget,
  archive: BackupArchive,
  { format }: Manifest,
  { file, hasSecret }: { file: string; hasSecret: boolean },
): Promise<RestoreState["checked"]> {
  const secret = config.secret ?? (hasSecret ? await readFile(join(config.dataDir, "secret"), "utf8") : undefined);
  const isSealed = archive.isSealedBy(backupSealKey(secret ?? ""));
  if (isSealed === undefined) {
    if (format === 1 && allowUnsealed) return "complete";
    throw new BackupError(
      `The backup ${file} has no seal: an older release made it, or the seal was removed. If you trust it, restore it with --unsealed.`,
    );
  }
  if (secret === undefined)
    throw new BackupError("The seal of the backup cannot be checked. Set SECRET to what it was on the server that made it.");
  if (!isSealed)
    throw new BackupError(
      config.secret === undefined
        ? `The backup ${file} was changed after it was made. Take another one; nothing was restored.`
        : `The backup ${file} was changed after it was made, or SECRET was another one there. Nothing was restored.`,
    );
  // The seal is made with the secret. A person who has an archive with its secret can change the archive and seal it again, so such a seal only shows
  // that the archive is complete.
  return hasSecret ? "complete" : "sealed";
}

async function readManifest(entry: ArchiveEntry | undefined, file: string): Promise<Manifest> {
  const text = entry?.name === ENTRY.manifest ? await textOf(entry.body) : "";
  const parsed = Manifest.safeParse(readJson(text));
  if (!parsed.success)
    throw new BackupError(`${file} is not a backup that this release of Callwright can read.`, { cause: parsed.error });
  return parsed.data;
}

async function restoreEntry(
  { name, body }: ArchiveEntry,
  { config: { dataDir }, blobs }: RestoreTarget,
  load: DatabaseLoad,
  { tables }: Manifest,
  report: { blobs: number; hasSecret: boolean },
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
