import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config/config.ts";

/** No request takes this long: an older file was left by a killed server. */
const ABANDONED_MS = 86_400_000;

/** Folder of form files until their request has been answered. */
export function uploadsFolder({ dataDir }: Pick<Config, "dataDir">): string {
  return path.join(dataDir, "uploads");
}

/** Removes files of killed requests. Nodes may share the folder, so young files may be in use. */
export async function removeAbandonedUploads(config: Pick<Config, "dataDir">, now: Date): Promise<void> {
  const folder = uploadsFolder(config);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true });
  }
}
