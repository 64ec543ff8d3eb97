/** Child processes, for the scripts beside this file. */
import { spawn } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { root } from "./workspaces.mjs";

const isWindows = process.platform === "win32";

/** The command of a package that is installed in `folder`: `bin("tsc")`. */
export function bin(name, folder = root) {
  return path.join(folder, "node_modules", ".bin", isWindows ? `${name}.cmd` : name);
}

/**
 * Run a command in the repository and wait for it.
 * `quiet` keeps its output instead of showing it. `priority`: see `os.setPriority`; the user must have the right to it.
 * Never rejects: `code` is 127 when the command could not be started.
 */
export function run(command, args, { cwd = root, env = process.env, quiet = false, priority } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      shell: isWindows,
      stdio: ["ignore", quiet ? "pipe" : "inherit", quiet ? "pipe" : "inherit"],
    });
    if (priority !== undefined && child.pid !== undefined) os.setPriority(child.pid, priority);
    let output = "";
    child.stdout?.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", (error) => resolve({ code: 127, output: `${command}: ${error.message}` }));
    child.once("close", (code, signal) => resolve({ code: code ?? 1, signal, output }));
  });
}

/** Run a TypeScript file of the repository from source, and end as it does. */
export async function runSource(file, args = []) {
  const { code } = await run(process.execPath, [
    "--import",
    "tsx",
    "--conditions=callwright-source",
    path.join(root, file),
    ...args,
  ]);
  process.exitCode = code;
}

/** Runs npm itself: the one that started this script, or else the one on the PATH. */
export function npm(args, options) {
  const started = process.env.npm_execpath;
  if (started?.endsWith("npm-cli.js")) return run(process.execPath, [started, ...args], options);
  return run("npm", args, options);
}

/**
 * Runs the compiler, as `run` does, for several projects in parallel. Each of its checkers computes the same large types again: with its default of
 * four it does more than twice the work. It is a Go program: fewer garbage collections take a fifth less CPU time and a fifth more memory.
 */
export function compile(args, options) {
  return run(bin("tsc"), [...args, "--checkers", "1"], { ...options, env: { ...process.env, GOGC: "400" } });
}
