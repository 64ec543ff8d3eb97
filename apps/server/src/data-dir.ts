import { access, chmod, constants, mkdir, stat } from "node:fs/promises";
import { StartError } from "./start-error.ts";

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
}
