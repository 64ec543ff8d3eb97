import { hkdfSync, randomBytes } from "node:crypto";
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { StartError } from "../config/start-error.ts";

/** Derive the server's keys from `SECRET`, or from a master secret made on the first start and kept in the data directory. */
export async function loadSecrets(config: Pick<Config, "dataDir" | "secret">) {
  const master = config.secret ?? (await keptSecret(join(config.dataDir, "secret")));
  return {
    /** Signs session cookies and encrypts the token keys. */
    auth: derive(master, "auth"),
    /** Signs the URLs of recordings. */
    urlSigning: derive(master, "url-signing"),
    /** Encrypts text that rests in the database: 32 bytes in hex. */
    sealing: derive(master, "sealing"),
    /** Hashes the addresses of visitors. */
    visitors: derive(master, "visitors"),
    /** Hashes the numbers and addresses of people whose data was deleted for good. */
    people: derive(master, "people"),
  };
}

/** One key per purpose, so that none can stand in for another. */
export type Secrets = Awaited<ReturnType<typeof loadSecrets>>;

async function keptSecret(path: string): Promise<string> {
  try {
    const kept = (await readFile(path, "utf8")).trim();
    if (kept.length < 32)
      throw new StartError(`The secret in ${path} is damaged. Restore the file from a backup, or set SECRET to what it held.`);
    await chmod(path, 0o600);
    return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const made = randomBytes(32).toString("hex");
  // Renamed into place, so that a crash never leaves half a secret.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, `${made}\n`, { mode: 0o600, flag: "wx" });
  await rename(unfinished, path);
  return made;
}

/** The key that seals backups, so that anyone with the secret can detect a change. */
export const backupSealKey = (master: string): string => derive(master.trim(), "backup");

function derive(master: string, purpose: string): string {
  return Buffer.from(hkdfSync("sha256", master, "", `callwright/${purpose}`, 32)).toString("hex");
}
