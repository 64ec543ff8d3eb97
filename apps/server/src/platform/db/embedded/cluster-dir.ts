import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { StartError } from "../../config/start-error.ts";
import { POSTGRES_MAJOR, type PostgresBinaries } from "./binaries.ts";
import type { RunAs } from "./run-as.ts";

/** Superuser of every cluster we make. */
export const POSTGRES_USER = "callwright";

/** PostgreSQL needs a place for programs and a neutral locale; it must not see the server's keys. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, LC_ALL: "C", TZ: "UTC" };
}

const passwordFile = (clusterDir: string) => `${clusterDir}.password`;

/** The password of the cluster's roles. */
export function clusterPassword(clusterDir: string): string {
  const file = passwordFile(clusterDir);
  if (!existsSync(file))
    throw new StartError(
      `The password of the database in ${clusterDir} is missing. Put the file ${file} back from a copy of the data directory.`,
    );
  return readFileSync(file, "utf8").trim();
}

/** A file that only its owner can read. A password without its cluster is harmless, so after a crash another one is made. */
function makePassword(file: string): void {
  writeFileSync(`${file}.made`, randomBytes(24).toString("hex"), { mode: 0o600 });
  renameSync(`${file}.made`, file);
}

/** A failed connection as a `StartError`, when files of the cluster are not what they were. */
export function explainConnectFailure(cause: unknown, clusterDir: string): unknown {
  if (!(cause instanceof pg.DatabaseError)) return cause;
  const { code = "", message, detail } = cause;
  if (code === "28P01")
    return new StartError(
      `The database in ${clusterDir} does not take the password in ${passwordFile(clusterDir)}. Put the file back from a copy of the data directory.`,
      { cause },
    );
  // A missing database, a failed read or write, an internal fault.
  if (!/^(3D000|58|XX)/.test(code)) return cause;
  const why = [message, detail].filter(Boolean).join(": ");
  return new StartError(
    `The database in ${clusterDir} cannot be opened (${why}). Its log is ${clusterDir}.log. If files are lost, restore a backup into an empty data directory (npm run restore).`,
    { cause },
  );
}

/** Creates the cluster if there is none. It is created beside its place and renamed, so that a crash never leaves half of one. */
export async function ensureCluster(clusterDir: string, binaries: PostgresBinaries, { owner, command }: RunAs): Promise<void> {
  const versionFile = join(clusterDir, "PG_VERSION");
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, "utf8").trim();
    if (major === POSTGRES_MAJOR) return void clusterPassword(clusterDir);
    throw new StartError(
      `The data in ${clusterDir} is of PostgreSQL ${major}, this server brings ${POSTGRES_MAJOR}. Start the release that made it, or set DATA_DIR to another directory.`,
    );
  }
  if (existsSync(clusterDir) && readdirSync(clusterDir).length > 0)
    throw new StartError(
      `${clusterDir} has files, but no PG_VERSION: it is not a whole database. Put the file back, or move the folder away and restore a backup (npm run restore).`,
    );
  const unfinished = `${clusterDir}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const file = passwordFile(clusterDir);
  if (!existsSync(file)) makePassword(file);
  if (owner) {
    chownSync(unfinished, owner.uid, owner.gid);
    chownSync(file, owner.uid, owner.gid);
  }
  const options = ["-U", POSTGRES_USER, "-A", "scram-sha-256", "--pwfile", file, "-E", "UTF8", "--no-locale"];
  await run(command(binaries.initdb, ["-D", unfinished, ...options]));
  renameSync(unfinished, clusterDir);
}

function run([program, args]: [string, string[]]): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"], env: postgresEnvironment() });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    const fail = (why: string, cause?: unknown) =>
      reject(
        new StartError(`The database could not be made: ${why}. Free space or fix permissions, or set DATABASE_URL.`, { cause }),
      );
    child.once("error", (error) => fail(error.message, error));
    child.once("exit", (code) => (code === 0 ? resolve() : fail(lastLine(output) || `initdb ended with ${code}`)));
  });
}

/** The most useful line for a person: the last one with error or FATAL, or else the last one. */
export function lastLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return (lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? "").trim();
}
