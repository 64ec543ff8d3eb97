import { type ChildProcess, execFile, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ownProgram } from "@callwright/engine";

/** Without these, programs do not start under Windows, or write where they may not. */
const PASSED_ENVIRONMENT = ["SystemRoot", "TMPDIR"];

export interface IsolatedLimits {
  /** Then the process is killed. */
  timeoutMs: number;
  heapMaxMegabytes: number;
  /** Kills the process. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs a module of ours as a process of its own, which knows nothing of the server and can be ended whatever it does: for files of
 * strangers, which may be made to keep their reader busy for ever. Answers what it printed; rejects when it fails or has to be killed.
 * `entry` is the URL of the built module.
 */
export async function runIsolated(entry: URL, args: readonly string[], limits: IsolatedLimits): Promise<string> {
  const { file, options, settings } = isolated(entry, limits);
  const { stdout } = await promisify(execFile)(process.execPath, [...options, file, ...args], settings);
  return stdout;
}

/** As `runIsolated`, for a module that talks with the server in messages. What it prints is dropped. */
export function startIsolated(entry: URL, limits: IsolatedLimits): ChildProcess {
  const { file, options, settings } = isolated(entry, limits);
  return fork(file, { ...settings, execArgv: options, stdio: ["ignore", "ignore", "ignore", "ipc"] });
}

function isolated(entry: URL, { timeoutMs, heapMaxMegabytes, signal }: IsolatedLimits) {
  const { file, execArgv } = ownProgram(entry);
  return {
    file,
    options: [`--max-old-space-size=${heapMaxMegabytes}`, ...execArgv],
    settings: {
      // Where tsx is found.
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      env: Object.fromEntries(PASSED_ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
      timeout: timeoutMs,
      killSignal: "SIGKILL" as const,
      ...(signal ? { signal } : {}),
    },
  };
}
