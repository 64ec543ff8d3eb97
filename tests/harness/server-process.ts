import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createTestDatabase, runClusterUrl } from "../../apps/server/src/testing/postgres-cluster.ts";
import { processTree } from "./processes.ts";
import { scratchPath } from "./scratch.ts";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** A server started as a newcomer starts it, on a free port, with a new data directory and database. */
export interface ServerProcess {
  url: string;
  /** Process id of the supervisor; all other processes are below it. */
  pid: number;
  dataDir: string;
  /** Everything printed so far. */
  output(): string;
  /** Asks it to end (SIGTERM) and waits. Returns its exit code. */
  stop(): Promise<number | null>;
  /** Ends it at once (SIGKILL) and waits. */
  kill(): Promise<void>;
}

interface Options {
  /** Default: a new one. */
  dataDir?: string;
  /**
   * `embedded`: under the data directory, as without any setting; the next server with that directory uses it again. Default: a new database in the
   * run's cluster, which is ready at once, or `embedded` if the run has none.
   */
  database?: "embedded";
  /** A program that starts it, with its arguments: in a network namespace. Default: none. */
  prefix?: readonly string[];
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

/** A migrated database in the run's cluster. */
async function openDatabase(clusterUrl: string) {
  const { url, drop } = await createTestDatabase(clusterUrl, `process_${randomUUID().replaceAll("-", "")}`);
  return { env: { DATABASE_URL: url }, drop };
}

export async function startServerProcess(options: Options = {}): Promise<ServerProcess> {
  const { dataDir = scratchPath("data"), database, prefix = [], env } = options;
  const clusterUrl = database === "embedded" ? undefined : runClusterUrl();
  const ofRun = clusterUrl ? await openDatabase(clusterUrl) : undefined;
  const [program = "", ...args] = [...prefix, process.execPath, path.join(root, "scripts", "start.mjs")];
  const child = spawn(program, args, {
    cwd: root,
    env: environment({ PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, DRAIN_SECONDS: "0", ...ofRun?.env, ...env }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const keep = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const exit = once(child, "exit");
  // When the test process ends, in any way, so does its server.
  const killWithTests = () => child.kill("SIGKILL");
  process.once("exit", killWithTests);
  const url = await printedUrl(child, () => printed);
  const server = processTree(child.pid ?? -1).find(
    ({ parent, command }) => parent === child.pid && command.includes("main.js"),
  )?.pid;

  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exit;
    process.off("exit", killWithTests);
    await ofRun?.drop();
    return child.exitCode;
  };
  return {
    url,
    pid: child.pid ?? -1,
    dataDir,
    output: () => printed,
    stop: () => end("SIGTERM"),
    kill: async () => {
      const ended = end("SIGKILL");
      // The supervisor first, so that it starts no other server; without it, this server would end in order.
      if (server) process.kill(server, "SIGKILL");
      await ended;
      while (server && processTree(server).length > 0) await delay(5);
    },
  };
}
