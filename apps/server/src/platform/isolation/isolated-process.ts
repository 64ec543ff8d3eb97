import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ownProgram } from "@callwright/engine";
import { FairSemaphore } from "./fair-semaphore.ts";

/** Without these, programs do not start under Windows, or write into forbidden folders. */
const PASSED_ENVIRONMENT = ["SystemRoot", "TMPDIR"];
/** The sound of running calls comes first. */
const PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;
/** Starts a program with a lower priority. If a process lowers its own, its existing threads keep the old one. */
const NICE = ["/usr/bin/nice", "/bin/nice"].find((path) => existsSync(path));

/** Programs that `runIsolated` runs at a time on this node. Each takes a core, and up to a gigabyte. */
const programs = new FairSemaphore({ slots: 4, slotsPerGroup: 2, reservedSlots: 1, waitingPerGroup: Number.POSITIVE_INFINITY });

export interface IsolatedLimits {
  heapMaxMegabytes: number;
  /** After this time, the process is killed. Default: its starter ends it. */
  timeoutMs?: number;
  /** Kills the process. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs one of our modules in a separate process, which knows nothing of the server and can always be ended: for files of strangers, which may be made
 * to keep their reader busy forever. Returns what it printed; rejects if it fails or has to be killed. `entry` is the URL of the built module.
 * Programs of one organization wait for each other before they make other organizations wait; the wait does not count in `timeoutMs`.
 */
export async function runIsolated(orgId: string, entry: URL, args: readonly string[], limits: IsolatedLimits): Promise<string> {
  const { file, options, settings } = isolated(entry, limits);
  return programs.run(
    orgId,
    async () => {
      const running = promisify(execFile)(file, [...options, ...args], settings);
      lowerPriority(running.child);
      return (await running).stdout;
    },
    limits.signal,
  );
}

/** Starts a module as `runIsolated` does, at once, to talk with it in messages. What it prints is dropped. */
export function startIsolated(entry: URL, limits: IsolatedLimits): ChildProcess {
  const { file, options, settings } = isolated(entry, limits);
  const child = spawn(file, options, { ...settings, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  lowerPriority(child);
  return child;
}

function isolated(entry: URL, { timeoutMs, heapMaxMegabytes, signal }: IsolatedLimits) {
  const { file, execArgv } = ownProgram(entry);
  const node = [process.execPath, `--max-old-space-size=${heapMaxMegabytes}`, ...execArgv, file];
  const [first = "", ...options] = NICE === undefined ? node : [NICE, "-n", String(PRIORITY), ...node];
  return {
    file: first,
    options,
    settings: {
      // tsx is found from this folder.
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      env: Object.fromEntries(PASSED_ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      killSignal: "SIGKILL" as const,
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
      ...(signal ? { signal } : {}),
    },
  };
}

/** `nice` does not exist on some systems, such as Windows. */
function lowerPriority({ pid }: ChildProcess): void {
  if (NICE !== undefined || pid === undefined) return;
  try {
    setPriority(pid, PRIORITY);
  } catch {
    // The process has ended already.
  }
}
