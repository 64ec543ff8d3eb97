import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTestDatabase, openTestCluster } from "./postgres-cluster.ts";
import { programArguments } from "./program.ts";

/** A server in a separate process, as operators run it, with the most detailed log. */
export interface SpawnedServer {
  url: string;
  databaseUrl: string;
  /** Everything printed so far, including the log. */
  said(): string;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** `env` is added to: a free port, a new data directory and database, and no warm call host. */
export async function spawnServer(env: Record<string, string> = {}): Promise<SpawnedServer> {
  const cluster = await openTestCluster();
  const dataDir = await mkdtemp(join(tmpdir(), "callwright-spawned-"));
  const database = await createTestDatabase(cluster.adminUrl, dataDir.replace(/\W/g, "_").toLowerCase());
  const child = spawn(process.execPath, programArguments(new URL("../main.js", import.meta.url)), {
    env: {
      PATH: process.env.PATH,
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      CALL_HOST_WARM: "no",
      DRAIN_SECONDS: "0",
      LOG_LEVEL: "trace",
      ...env,
    },
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exited = once(child, "exit");
  let said = "";
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: unknown) => {
      said += chunk;
      const address = /ready: (\S+)\n/.exec(said)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    child.once("exit", () => reject(new Error(said)));
  });
  return {
    url,
    databaseUrl: database.url,
    said: () => said,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    close: async () => {
      child.kill();
      await exited;
      await database.drop();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
