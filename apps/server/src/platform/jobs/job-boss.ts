import { PgBoss } from "pg-boss";
import type { Logger } from "../config/logger.ts";
import { loggableCause } from "../db/database-retry.ts";

/** Connections of pg-boss, besides its listening one. The embedded PostgreSQL allows 30 in all. */
const CONNECTIONS = 3;
/** How long a running job may take to end when the server stops. */
const STOP_MAX_MS = 10_000;

/**
 * Start pg-boss, which keeps its queues in the PostgreSQL schema `pgboss` and updates that schema itself. `url` must be a direct
 * connection, because LISTEN does not work through a pooler in transaction mode.
 */
export async function startJobBoss(url: string, log: Logger) {
  const boss = new PgBoss({
    connectionString: url,
    application_name: "callwright jobs",
    max: CONNECTIONS,
    useListenNotify: true,
  });
  boss.on("error", (error) => log.warn({ err: loggableCause(error) }, "the job queue had an error; it tries again"));
  boss.on("warning", ({ message }) => log.info({ warning: message }, "the job queue warns"));
  await boss.start();
  // What does not end in time runs again on another node, or at the next start.
  return { boss, close: () => boss.stop({ graceful: true, timeout: STOP_MAX_MS }) };
}
export type JobBoss = Awaited<ReturnType<typeof startJobBoss>>;
