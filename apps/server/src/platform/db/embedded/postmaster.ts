import { readFileSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isAlive } from "../../config/is-alive.ts";

/** The contents of a cluster's `postmaster.pid` about the server that runs, or ran, on it. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

export function readPostmaster(clusterDir: string): Postmaster | undefined {
  const lines = readText(join(clusterDir, "postmaster.pid")).split("\n");
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/**
 * Whether this process is a PostgreSQL on this cluster. It is not if it is dead but not reaped yet (a zombie still answers signals), a program that
 * got the same pid after a restart of the container, or a PostgreSQL of another directory.
 */
export function isLivePostmaster(pid: number, clusterDir: string): boolean {
  if (process.platform !== "linux") return isAlive(pid);
  const stat = processStat(pid);
  if (!stat || stat.state === "Z" || !stat.name.includes("postgres")) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(clusterDir);
  } catch {
    // Another user's process: its directory may not be looked at.
    return true;
  }
}

/** How long a dead process may stay unreaped before its lock file is taken away. A PID 1 that reaps nothing keeps it forever. */
const ZOMBIE_WAIT_MS = 2_000;

/** A lock file that stays empty for this long is not being written: its writer was killed. */
const EMPTY_LOCK_FILE_MS = 5_000;

/** Make sure that PostgreSQL's own check of the lock file, which asks only whether the pid exists, lets the next postmaster start. */
export async function clearDeadPostmaster(clusterDir: string): Promise<void> {
  const lockFile = join(clusterDir, "postmaster.pid");
  const left = readPostmaster(clusterDir);
  if (!left) {
    const found = statSync(lockFile, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > EMPTY_LOCK_FILE_MS) rmSync(lockFile, { force: true });
    return;
  }
  if (isLivePostmaster(left.pid, clusterDir)) return;
  for (let waitedMs = 0; waitedMs < ZOMBIE_WAIT_MS && processStat(left.pid)?.state === "Z"; waitedMs += 50) await delay(50);
  if (isAlive(left.pid)) rmSync(lockFile, { force: true });
}

function processStat(pid: number): { name: string; state: string } | undefined {
  const match = /\((.*)\) (\w)/.exec(readText(`/proc/${pid}/stat`));
  return match ? { name: match[1] ?? "", state: match[2] ?? "" } : undefined;
}

/** Empty for a file that cannot be read. */
export function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
