import type { PgBoss } from "pg-boss";
import type { Logger } from "../config/logger.ts";
import { loggableCause } from "../db/database-retry.ts";
import type { HeldWork } from "../held/held-work.ts";
import { beginQueue, type QueueName } from "../held/queues.ts";

/** A run that takes longer is given to another node. */
const EXPIRE_SECONDS = 3_600;
const HEARTBEAT_SECONDS = 60;
const KEPT_SECONDS = 86_400;
/** A server that is restarted often must run it, too. */
const FIRST_AFTER_SECONDS = 60;

export interface ScheduledJob {
  name: QueueName;
  /** Minute of every hour, or `*`: every minute. */
  minute: number | "*";
  /** Must be idempotent. */
  run: () => Promise<void>;
}

interface ScheduledJobOptions {
  boss: PgBoss;
  held: HeldWork;
  log: Logger;
  firstAfterSeconds?: number;
  pollSeconds?: number;
}

/**
 * Runs a job soon after the start, then every hour or minute: on one node, however many there are. A failed run waits for the next. A job that a restore
 * holds runs soon after it is resumed.
 */
export async function startScheduledJob(
  { boss, held, log, firstAfterSeconds = FIRST_AFTER_SECONDS, pollSeconds = 30 }: ScheduledJobOptions,
  { name, minute, run }: ScheduledJob,
): Promise<void> {
  await boss.createQueue(name, {
    // One job at a time, waiting or running.
    policy: "exclusive",
    retryLimit: 0,
    expireInSeconds: EXPIRE_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: KEPT_SECONDS,
  });
  await beginQueue(held, name, async () => {
    await boss.work(name, { pollingIntervalSeconds: pollSeconds }, async () => {
      try {
        await run();
      } catch (error) {
        log.warn({ err: loggableCause(error), job: name }, "a scheduled job failed; the next run tries again");
        throw error;
      }
    });
    await boss.schedule(name, `${minute} * * * *`);
    await boss.send(name, {}, { startAfter: firstAfterSeconds });
  });
}
