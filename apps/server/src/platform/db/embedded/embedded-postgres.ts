import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../../config/logger.ts";
import { StartError } from "../../config/start-error.ts";
import { APP_ROLE, ensureAppRole } from "./app-role.ts";
import { loadPostgresBinaries, type PostgresBinaries } from "./binaries.ts";
import {
  clusterPassword,
  ensureCluster,
  explainConnectFailure,
  lastLine,
  POSTGRES_USER,
  postgresEnvironment,
} from "./cluster-dir.ts";
import { clearDeadPostmaster, isLivePostmaster, type Postmaster, readPostmaster } from "./postmaster.ts";
import { type RunAs, runAs } from "./run-as.ts";

export interface EmbeddedPostgresOptions {
  /** Directory of the cluster, with its password and log beside it as `<dir>.password` and `<dir>.log`. Its parent exists. */
  clusterDir: string;
  log: Logger;
  /** PostgreSQL settings on top of ours. */
  settings?: Record<string, string>;
  /** Programs that make and run the cluster. Default: the bundled ones. */
  binaries?: PostgresBinaries;
}

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "30",
  shared_buffers: "64MB",
  max_wal_size: "256MB",
  log_checkpoints: "off",
};

const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const CONNECT_TIMEOUT_MS = 10_000;
const POLL_MS = 10;
/** How soon a postmaster that died is noticed. */
const WATCH_MS = 250;

/** Starts PostgreSQL on its directory, which is created on first use; or takes over the one that a killed server left running there. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  const { clusterDir, log } = options;
  const binaries = options.binaries ?? (await loadPostgresBinaries());
  const as = runAs(clusterDir);
  await ensureCluster(clusterDir, binaries, as);
  const launch = (port: number) => launchPostmaster(options, binaries, as, port);

  let { postmaster, adopted } = await launch(await freePort());
  const { port } = postmaster;
  let left = false;
  let restarting: Promise<void> = Promise.resolve();
  const restart = async () => {
    log.error({ pid: postmaster.pid }, "the database process died; it is started again");
    ({ postmaster } = await launch(port));
  };
  let busy = false;
  const watch = setInterval(() => {
    if (busy || left || isLivePostmaster(postmaster.pid, clusterDir)) return;
    busy = true;
    restarting = restart()
      .catch((error) => log.error({ err: error }, "the database could not be started again; the next try follows"))
      .finally(() => {
        busy = false;
      });
  }, WATCH_MS);
  watch.unref();
  /** Lets it run, unwatched, because it belongs to another process. */
  const leave = () => {
    left = true;
    clearInterval(watch);
    return restarting;
  };

  return {
    /** Connection URL of a database in the cluster, as the superuser; `postgres` always exists. */
    url: (database: string) => connectionUrl(clusterDir, port, database),
    /** Connection URL as a role that owns the database and is not a superuser. Creates the role and makes it the owner of the database's objects. */
    appUrl: async (database: string) => {
      const superuser = await connect(clusterDir, port, database);
      await ensureAppRole(superuser, clusterDir, database).finally(() => superuser.end());
      return connectionUrl(clusterDir, port, database, APP_ROLE);
    },
    /** Connect to a database as the superuser. Fails with a `StartError` when files of the cluster are not what they were. */
    connect: (database: string) => connect(clusterDir, port, database),
    /** Process id of the postmaster that runs now. */
    pid: () => postmaster.pid,
    /** True when it already ran: left behind by a server that was killed. */
    adopted,
    leave,
    /** Fast shutdown: ends sessions and loses no data. */
    stop: async () => {
      await leave();
      await stopPostmaster(postmaster.pid, clusterDir, binaries, as);
    },
  };
}

/**
 * ```
 *            ┌───────────────────────┐ postmaster died: started again, same port
 *            ▼                       │
 *  start ─▶ running ────────────────┘
 *            ├── stop ─▶ stopped
 *            └── leave ─▶ running, unwatched
 * ```
 */
export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

async function launchPostmaster(
  options: EmbeddedPostgresOptions,
  binaries: PostgresBinaries,
  as: RunAs,
  port: number,
): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const { clusterDir } = options;
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    await clearDeadPostmaster(clusterDir);
    const running = readPostmaster(clusterDir);
    if (running && isLivePostmaster(running.pid, clusterDir)) {
      if (running.ready && (await answers(options.clusterDir, running.port))) return { postmaster: running, adopted: true };
    } else {
      const started = await spawnPostmaster(options, binaries, as, port, deadlineMs);
      if (started) return { postmaster: started, adopted: false };
    }
    if (Date.now() > deadlineMs)
      throw new StartError(
        `The database in ${clusterDir} is not ready after ${START_TIMEOUT_MS / 1000} s. Its log is ${clusterDir}.log.`,
      );
    await delay(POLL_MS);
  }
}

/** URL of a database in a running cluster; undefined if the cluster does not run. */
export function runningPostgresUrl(clusterDir: string, database: string): string | undefined {
  const running = readPostmaster(clusterDir);
  const isReady = running?.ready && isLivePostmaster(running.pid, clusterDir);
  return isReady ? connectionUrl(clusterDir, running.port, database) : undefined;
}

/** A postmaster that was killed in this moment still looks alive. One that answers a query is alive. */
async function answers(clusterDir: string, port: number): Promise<boolean> {
  let client: pg.Client | undefined;
  try {
    client = await connect(clusterDir, port, "postgres");
    await client.query("select 1");
    return true;
  } catch (error) {
    // An error that a retry cannot fix.
    if (error instanceof StartError) throw error;
    return false;
  } finally {
    await client?.end().catch(() => {});
  }
}

async function connect(clusterDir: string, port: number, database: string): Promise<pg.Client> {
  const connectionString = connectionUrl(clusterDir, port, database);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // The running query fails when the connection ends. Without a listener, the error would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw explainConnectFailure(cause, clusterDir);
  }
}

function connectionUrl(clusterDir: string, port: number, database: string, role = POSTGRES_USER): string {
  return `postgres://${role}:${clusterPassword(clusterDir)}@127.0.0.1:${port}/${database}`;
}

/** Undefined if it stopped for a temporary reason: another start, or the last moments of a killed one. */
async function spawnPostmaster(
  { clusterDir, settings }: EmbeddedPostgresOptions,
  binaries: PostgresBinaries,
  as: RunAs,
  port: number,
  deadlineMs: number,
): Promise<Postmaster | undefined> {
  const logPath = `${clusterDir}.log`;
  const logFile = openSync(logPath, "a", 0o600);
  const logStart = statSync(logPath).size;
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const [program, args] = as.command(binaries.postgres, ["-D", clusterDir, "-p", String(port), ...flags]);
  // Detached: Ctrl-C in the terminal must reach the server alone, which then stops its database last.
  const child = spawn(program, args, { detached: true, stdio: ["ignore", logFile, logFile], env: postgresEnvironment() });
  closeSync(logFile);
  child.unref();
  let ended: string | undefined;
  child.once("exit", (code, signal) => {
    ended = String(code ?? signal);
  });
  child.once("error", (error) => {
    ended = error.message;
  });
  while (Date.now() < deadlineMs) {
    const postmaster = readPostmaster(clusterDir);
    if (postmaster?.ready && postmaster.pid === child.pid) return postmaster;
    if (ended !== undefined) return explainEnd(clusterDir, readFileSync(logPath, "utf8").slice(logStart), ended);
    await delay(POLL_MS);
  }
  return undefined;
}

/** `lock file … already exists`, `… is empty`: another start won, or is about to. `pre-existing shared memory`: a killed postmaster's children are about to end. */
function explainEnd(clusterDir: string, output: string, ended: string): undefined {
  if (/lock file .* (already exists|is empty)|pre-existing shared memory/.test(output)) return undefined;
  throw new StartError(
    `The database in ${clusterDir} did not start (${lastLine(output) || ended}). Its log is ${clusterDir}.log.`,
  );
}

async function stopPostmaster(pid: number, clusterDir: string, binaries: PostgresBinaries, as: RunAs): Promise<void> {
  if (!isLivePostmaster(pid, clusterDir)) return;
  if (process.platform === "win32") {
    // There, a signal would end it without a checkpoint.
    const [program, args] = as.command(binaries.pg_ctl, ["stop", "-D", clusterDir, "-m", "fast", "-W"]);
    spawn(program, args, { stdio: "ignore", env: postgresEnvironment() });
  } else process.kill(pid, "SIGINT");
  for (let waitedMs = 0; isLivePostmaster(pid, clusterDir); waitedMs += POLL_MS) {
    // Immediate shutdown: what is committed is recovered at the next start.
    if (waitedMs === STOP_TIMEOUT_MS) process.kill(pid, "SIGQUIT");
    await delay(POLL_MS);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}
