import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

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
 * From source (tests, development) the process runs through tsx; built, plainly. `entry` is the URL of the built module.
 */
export async function runIsolated(entry: URL, args: readonly string[], limits: IsolatedLimits): Promise<string> {
  const { timeoutMs, heapMaxMegabytes, signal } = limits;
  const fromSource = import.meta.url.endsWith(".ts");
  const file = fileURLToPath(fromSource ? entry.href.replace(/\.js$/, ".ts") : entry);
  const options = [`--max-old-space-size=${heapMaxMegabytes}`, ...(fromSource ? ["--import", "tsx"] : [])];
  const { stdout } = await promisify(execFile)(process.execPath, [...options, file, ...args], {
    // Where tsx is found.
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    env: Object.fromEntries(PASSED_ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    timeout: timeoutMs,
    killSignal: "SIGKILL",
    ...(signal ? { signal } : {}),
  });
  return stdout;
}
