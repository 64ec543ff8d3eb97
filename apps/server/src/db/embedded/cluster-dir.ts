import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../../start-error.ts";
import { POSTGRES_MAJOR, type PostgresBinaries } from "./binaries.ts";
import type { RunAs } from "./run-as.ts";

/** Superuser of every cluster we make. */
export const POSTGRES_USER = "callwright";

/** PostgreSQL needs a place for programs and a neutral locale; the server's keys are none of its business. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, LC_ALL: "C", TZ: "UTC" };
}

/** The cluster's password, made on first use, in a file only its owner reads. */
export function clusterPassword(clusterDir: string): { file: string; password: string } {
  const file = `${clusterDir}.password`;
  if (!existsSync(file)) {
    // The password without its cluster is worth nothing, so a crash in between only makes another.
    writeFileSync(`${file}.made`, randomBytes(24).toString("hex"), { mode: 0o600 });
    renameSync(`${file}.made`, file);
  }
  return { file, password: readFileSync(file, "utf8").trim() };
}

/** Make the cluster when there is none. Made beside its place and renamed, so that a crash never leaves half of one. */
export async function ensureCluster(clusterDir: string, binaries: PostgresBinaries, { owner, command }: RunAs): Promise<void> {
  const versionFile = join(clusterDir, "PG_VERSION");
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, "utf8").trim();
    if (major === POSTGRES_MAJOR) return;
    throw new StartError(
      `The data in ${clusterDir} is of PostgreSQL ${major}, this server brings ${POSTGRES_MAJOR}. Start the release that made it, or set DATA_DIR to another directory.`,
    );
  }
  const unfinished = `${clusterDir}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const { file } = clusterPassword(clusterDir);
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

/** The line a person should read: the last one that says error or FATAL, else the last. */
export function lastLine(output: string): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  return (lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? "").trim();
}
