import { existsSync } from "node:fs";
import { access, chmod, constants, mkdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { StartError } from "./start-error.ts";

/** While this file exists, the data directory contains a part of a backup that is being restored. Its text is the process id of the restore. */
export const RESTORE_MARKER = "restore-unfinished";

/** Folder of this machine's natural voices and recognizers. */
export const speechFolder = (dataDir: string): string => join(dataDir, "voices");

/** Make the data directory, for its owner alone (mode 700). */
export async function openDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    if (((await stat(dataDir)).mode & 0o077) !== 0) await chmod(dataDir, 0o700);
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code ?? String(cause);
    throw new StartError(
      `The data directory ${dataDir} cannot be written (${why}). Fix its permissions, or set DATA_DIR to another one.`,
      {
        cause,
      },
    );
  }
  if (existsSync(join(dataDir, RESTORE_MARKER)))
    throw new StartError(
      `A backup was not restored to its end into ${dataDir}. Run npm run restore again, or empty that directory.`,
    );
}

/** Faults of files that the operator can fix. */
const FILE_FAULTS = new Set(["EACCES", "EDQUOT", "EEXIST", "EIO", "EISDIR", "ENOSPC", "ENOTDIR", "ENOTEMPTY", "EPERM", "EROFS"]);

/** A failed use of a file in the data directory, as a `StartError` that names the file in its way. */
export function explainDataDirFailure(cause: unknown, dataDir: string): unknown {
  const { code = "", path } = cause as NodeJS.ErrnoException;
  if (!FILE_FAULTS.has(code) || !path?.startsWith(dataDir + sep)) return cause;
  // For example, a file named spool can block spool/node/owner.json.
  const [entry = ""] = relative(dataDir, path).split(sep);
  return new StartError(
    `${join(dataDir, entry)} in the data directory cannot be used (${code}). Fix its permissions or the disk, or move it away; or set DATA_DIR to another directory.`,
    { cause },
  );
}
