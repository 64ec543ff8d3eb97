import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/db/embedded/embedded-postgres.ts";
import { type ChildServer, startChild } from "./child-server.ts";

/** Our server from source in a separate process, and the database that it shares with the reference. */
export interface BenchServer extends ChildServer {
  databaseUrl: string;
  /** A second server on the same database, with empty caches. */
  startAnother(): Promise<ChildServer>;
}

/** `env`: further settings of the server. `stop` ends both and deletes their data. */
export async function startBenchServer(env: Record<string, string> = {}): Promise<BenchServer> {
  const folder = await mkdtemp(path.join(tmpdir(), "callwright-bench-"));
  const postgres = await startEmbeddedPostgres({ clusterDir: path.join(folder, "postgres"), log: pino({ level: "silent" }) });
  const databaseUrl = postgres.url("postgres");
  const startAnother = () =>
    startChild(new URL("../../apps/server/src/main.ts", import.meta.url), {
      PORT: "0",
      HOST: "127.0.0.1",
      SIGN_UP: "open",
      LOG_LEVEL: "warn",
      CALL_HOST_WARM: "no",
      DATA_DIR: path.join(folder, "data"),
      DATABASE_URL: databaseUrl,
      ...env,
    });
  const server = await startAnother();
  return {
    url: server.url,
    pid: server.pid,
    databaseUrl,
    startAnother,
    stop: async () => {
      await server.stop();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
