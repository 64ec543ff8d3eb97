import { existsSync } from "node:fs";
import { access, chmod, constants, mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { StartError } from "./start-error.ts";

/** While this file is there, the data directory holds a part of a backup that is being restored. Its text is the process id of who does. */
export const RESTORE_MARKER = "restore-unfinished";

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
