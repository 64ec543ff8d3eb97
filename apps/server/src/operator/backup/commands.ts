import { existsSync } from "node:fs";
import { configuredBlobStore } from "../../platform/blobs/open-blob-store.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Logger } from "../../platform/config/logger.ts";
import { databaseOn } from "../../platform/db/connect.ts";
import { hashRestoreCode, newRestoreCode } from "../../platform/held/restore-code.ts";
import { setCodeHash } from "../../platform/held/restore-store.ts";
import { BackupError } from "./backup-error.ts";
import { createBackup } from "./create-backup.ts";
import { openForBackup, openForRestore, stopDatabase } from "./open-connection.ts";
import { restoreBackup } from "./restore-backup.ts";
import { claimForRestore } from "./restore-dir.ts";

type CommandConfig = Pick<Config, "dataDir" | "databaseUrl" | "publicUrl" | "secret" | "blobStore">;

/** `npm run backup`: into a file that does not exist yet. Answers what to tell. */
export async function backup(config: CommandConfig, log: Logger, file: string, signal: AbortSignal): Promise<string> {
  if (existsSync(file)) throw new BackupError(`${file} exists already. Give the backup another name.`);
  const { client, close } = await openForBackup(config, log);
  try {
    const blobs = configuredBlobStore(config);
    const report = await createBackup({ config, client, blobs, now: () => new Date() }, file, signal);
    const size = `${(report.sizeBytes / 1e6).toFixed(1)} MB, ${counted(report.blobs)}`;
    const secret = report.hasSecret
      ? "It holds the server's secret: keep it as safe as the server."
      : "SECRET is not in it: keep that too, for without it nothing that is sealed opens again.";
    const missing =
      report.missingBlobs > 0
        ? `Not found, though the database names them: ${counted(report.missingBlobs)}. Deleted meanwhile, or DATA_DIR or BLOB_STORE_URL is not the server's.\n`
        : "";
    return `Backed up to ${file} (${size}).\n${secret}\n${missing}`;
  } finally {
    await close();
  }
}

/** `npm run restore`: all of a backup, or nothing. Answers what to tell. */
export async function restore(
  config: CommandConfig,
  log: Logger,
  file: string,
  signal: AbortSignal,
  { allowUnsealed = false } = {},
): Promise<string> {
  const { dataDir } = config;
  if (!existsSync(file)) throw new BackupError(`There is no backup at ${file}.`);
  const claim = await claimForRestore(dataDir, () => stopDatabase(dataDir, log));
  try {
    const { client, close } = await openForRestore(config, log);
    const target = { config, client, blobs: configuredBlobStore(config), now: () => new Date(), allowUnsealed };
    const report = await restoreBackup(target, file, signal).finally(close);
    await claim.finish();
    const checked = {
      sealed: "It is complete and unchanged.",
      complete: "It is complete. That nobody changed it is not proven: everybody who has the backup has what seals it.",
    }[report.checked];
    return [
      `Restored the backup of ${report.madeAt} (${counted(report.blobs)}). Start with npm start.`,
      checked,
      "Nothing leaves the restored server by itself: campaigns, scheduled calls, webhooks, mails, carriers, jobs and the purge are held.",
      `Resume them at ${config.publicUrl ?? "http://localhost:3000"}/server/restore with this code: ${report.code}`,
      "It is shown once. Make another one with: npm run restore:code",
      "",
    ].join("\n");
  } catch (error) {
    await claim.undo();
    throw error;
  }
}

/** `npm run restore:code`: another code in place of the one that `restore` has told. */
export async function newCode(config: CommandConfig, log: Logger): Promise<string> {
  const { client, close } = await openForBackup(config, log);
  try {
    const code = newRestoreCode();
    if (!(await setCodeHash(databaseOn(client), hashRestoreCode(code))))
      throw new BackupError("This server was not restored from a backup, so nothing is held.");
    return `The code for ${config.publicUrl ?? "http://localhost:3000"}/server/restore is now: ${code}\n`;
  } finally {
    await close();
  }
}

const counted = (blobs: number) => (blobs === 1 ? "1 file" : `${blobs} files`);
