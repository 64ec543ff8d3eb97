import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { scratchPath } from "./scratch.ts";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** A server started as a newcomer starts it, on a free port, with a data directory of its own. */
export interface ServerProcess {
  url: string;
  pid: number;
  dataDir: string;
  /** Everything it printed so far. */
  output(): string;
  /** Ask it to end (SIGTERM) and wait. Answers its exit code. */
  stop(): Promise<number | null>;
  /** End it at once (SIGKILL) and wait. */
  kill(): Promise<void>;
}

interface Options {
  /** Default: a new one. */
  dataDir?: string;
  /** On top of what the server needs. Nothing else of the test's environment that could configure a server reaches it. */
  env?: Record<string, string>;
}

const KEPT = ["PATH", "HOME", "TMPDIR", "LANG", "NODE_OPTIONS"];

function environment(own: Record<string, string>): NodeJS.ProcessEnv {
  const kept = KEPT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(kept), ...own };
}

async function printedUrl(child: ChildProcess, output: () => string): Promise<string> {
  const exited = once(child, "exit").then(([code]) => {
    throw new Error(`The server ended with code ${code} before it was ready:\n${output()}`);
  });
  const ready = new Promise<string>((resolve) => {
    child.stdout?.on("data", () => {
      const url = /https?:\/\/[\w.:[\]-]+/.exec(output())?.[0];
      if (url) resolve(url);
    });
  });
  return Promise.race([ready, exited]);
}

export async function startServerProcess({ dataDir = scratchPath("data"), env = {} }: Options = {}): Promise<ServerProcess> {
  const child = spawn(process.execPath, [path.join(root, "scripts", "start.mjs")], {
    cwd: root,
    env: environment({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const keep = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const exit = once(child, "exit");
  // However the test process ends, its server does not outlive it.
  const killWithTests = () => child.kill("SIGKILL");
  process.once("exit", killWithTests);
  const url = await printedUrl(child, () => printed);

  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exit;
    process.off("exit", killWithTests);
    return child.exitCode;
  };
  return {
    url,
    pid: child.pid ?? -1,
    dataDir,
    output: () => printed,
    stop: () => end("SIGTERM"),
    kill: async () => {
      await end("SIGKILL");
    },
  };
}
