import type { PgBoss } from "pg-boss";
import { loggableCause } from "../db/database-retry.ts";
import type { Logger } from "../logger.ts";

export interface WokenWorkers {
  /** Lets an idle worker look for a job now. */
  wake(): void;
  /** Takes no further job. Running ones go on. */
  stop(): Promise<void>;
}

interface WokenWorkersOptions<Data> {
  boss: PgBoss;
  log: Logger;
  queue: string;
  /** Jobs that this node runs at a time, and how many of one group all nodes run together. */
  workers: number;
  perGroup: number;
  /** Ends the running jobs, which run again later. */
  signal: AbortSignal;
  run(data: Data, signal: AbortSignal): Promise<void>;
}

interface LastingQueueOptions {
  /** Tries of a job when the database fails, up to a minute apart. */
  tries: number;
  /** Longer than a job may take. */
  expireInSeconds: number;
}

/** Settings of a queue whose jobs are not lost: a job whose node sends no heartbeat for 30 s runs on another node. */
export const lastingQueue = ({ tries, expireInSeconds }: LastingQueueOptions) => ({
  retryLimit: tries,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 600,
});

/** The first worker looks for jobs this often, the others seldom: a worker that finds a job wakes the next. */
const POLL_SECONDS = 5;
const SELDOM_SECONDS = 300;

/**
 * Many workers of one queue that cost nothing while it is empty. Wake them after the transaction that adds a job; a job that nobody
 * announced, as of a node that ended, begins within seconds.
 */
export async function startWokenWorkers<Data extends object>(options: WokenWorkersOptions<Data>): Promise<WokenWorkers> {
  const { boss, log, queue, workers, perGroup, signal, run } = options;
  const idle = new Set<{ id: string }>();
  const wake = () => {
    const [next] = idle;
    if (next) boss.notifyWorker(next.id);
  };
  for (let index = 0; index < workers; index++) {
    const worker = { id: "" };
    const polling = { pollingIntervalSeconds: index === 0 ? POLL_SECONDS : SELDOM_SECONDS, groupConcurrency: perGroup };
    worker.id = await boss.work<Data>(queue, polling, async ([job]) => {
      if (!job) return;
      idle.delete(worker);
      wake();
      try {
        await run(job.data, AbortSignal.any([signal, job.signal]));
      } catch (error) {
        if (!signal.aborted) log.warn({ queue, err: loggableCause(error) }, "a job failed; it is tried again");
        throw error;
      } finally {
        idle.add(worker);
        // Otherwise it sleeps until its next poll, whatever else is in the queue.
        boss.notifyWorker(worker.id);
      }
    });
    idle.add(worker);
  }
  return { wake, stop: () => boss.offWork(queue, { wait: false }) };
}
