import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { configuredBlobStore } from "../../platform/blobs/open-blob-store.ts";
import type { Config } from "../../platform/config/config.ts";
import { RESTORE_MARKER } from "../../platform/config/data-dir.ts";
import { isAlive } from "../../platform/config/is-alive.ts";
import type { Logger } from "../../platform/config/logger.ts";
import { databaseOn } from "../../platform/db/connect.ts";
import { hashRestoreCode, newRestoreCode } from "../../platform/held/restore-code.ts";
import { setCodeHash } from "../../platform/held/restore-store.ts";
import { ERASURES_FILE } from "../../platform/people/erasure-ledger.ts";
import { loadSecrets } from "../../platform/secrets/secrets.ts";
import { BackupError } from "./backup-error.ts";
import { createBackup } from "./create-backup.ts";
import { keepErasures, readErasures } from "./erasures-file.ts";
import { openForBackup, openForRestore, stopDatabase } from "./open-connection.ts";
import { restoreBackup } from "./restore-backup.ts";

type CommandConfig = Pick<Config, "dataDir" | "databaseUrl" | "publicUrl" | "secret" | "blobStore">;

/** `npm run backup`: writes a new file. Returns the message for the operator. */
export async function backup(config: CommandConfig, log: Logger, file: string, signal: AbortSignal): Promise<string> {
  if (existsSync(file)) throw new BackupError(`${file} exists already. Give the backup another name.`);
  const { client, close } = await openForBackup(config, log);
  try {
    const blobs = configuredBlobStore(config);
    const report = await createBackup({ config, client, blobs, now: () => new Date() }, file, signal);
    await keepErasures(databaseOn(client), await loadSecrets(config), dirname(file));
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

/** `npm run restore`: restores all of a backup, or nothing. Returns the message for the operator. */
export async function restore(
  config: CommandConfig,
  log: Logger,
  file: string,
  signal: AbortSignal,
  { allowUnsealed = false, erasuresFile }: { allowUnsealed?: boolean; erasuresFile?: string | undefined } = {},
): Promise<string> {
  const { dataDir } = config;
  for (const each of [file, erasuresFile])
    if (each !== undefined && !existsSync(each))
      throw new BackupError(`There is no ${each === file ? "backup" : "file"} at ${each}.`);
  const claim = await claimForRestore(dataDir, () => stopDatabase(dataDir, log));
  try {
    const { client, close } = await openForRestore(config, log);
    const erasures = await readErasures(dirname(file), erasuresFile);
    const target = { config, client, blobs: configuredBlobStore(config), now: () => new Date(), allowUnsealed, erasures };
    const report = await restoreBackup(target, file, signal).finally(close);
    await claim.finish();
    const checked = {
      sealed: "It is complete and unchanged.",
      complete: "It is complete. That nobody changed it is not proven: everybody who has the backup has what seals it.",
    }[report.checked];
    return [
      `Restored the backup of ${report.madeAt} (${counted(report.blobs)}). Start with npm start.`,
      checked,
      ...erasedAgain(report.erasures),
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

/** `npm run restore:code`: replaces the code that `restore` printed. */
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

/** Sentences about the deletions for good that the backup does not have. */
function erasedAgain({ repeated, foreign }: { repeated: number; foreign: number }): string[] {
  const again = repeated === 1 ? "1 deletion for good was" : `${repeated} deletions for good were`;
  const unknown = foreign === 1 ? "1 deletion" : `${foreign} deletions`;
  return [
    ...(repeated > 0 ? [`${again} made after this backup. The server carries them out again when it starts.`] : []),
    ...(foreign > 0
      ? [
          `${unknown} of ${ERASURES_FILE} cannot be carried out again: they were made with another SECRET. Start with that secret, or delete these people again.`,
        ]
      : []),
  ];
}

const counted = (blobs: number) => (blobs === 1 ? "1 file" : `${blobs} files`);

/**
 * Claims an empty data directory for a restore: no server starts on it until `finish`. First removes the files of a killed restore, after
 * `stopDatabase`. Refuses a directory with other files.
 */
async function claimForRestore(
  dataDir: string,
  stopDatabase: () => Promise<void>,
): Promise<{ finish: () => Promise<void>; undo: () => Promise<void> }> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const marker = join(dataDir, RESTORE_MARKER);
  const undo = async () => {
    // The marker last: without it a part would look like a whole.
    for (const name of await readdir(dataDir))
      if (name !== RESTORE_MARKER) await rm(join(dataDir, name), { recursive: true, force: true });
    await rm(marker, { force: true });
  };
  const found = await readdir(dataDir);
  if (found.includes(RESTORE_MARKER)) {
    const pid = Number(await readFile(marker, "utf8"));
    if (pid !== process.pid && isAlive(pid))
      throw new BackupError(`Process ${pid} is restoring a backup into ${dataDir}. Wait for its end, or empty that directory.`);
    await stopDatabase();
    await undo();
  } else if (found.length > 0)
    throw new BackupError(`${dataDir} is not empty. Set DATA_DIR to an empty directory: nothing that exists is overwritten.`);
  await writeFile(marker, String(process.pid), { mode: 0o600, flag: "wx" });
  return { finish: () => rm(marker), undo };
}
