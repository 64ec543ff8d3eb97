import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { RESTORE_MARKER } from "../../platform/config/data-dir.ts";
import { isAlive } from "../../platform/config/is-alive.ts";
import { BackupError } from "./backup-error.ts";

/**
 * Claim an empty data directory for a restore: no server starts on it until `finish`. What a killed restore has left there is first
 * removed, after `stopDatabase`. Refuses a directory that holds anything else.
 */
export async function claimForRestore(
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
