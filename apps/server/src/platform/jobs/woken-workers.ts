import type { PgBoss } from "pg-boss";
import type { Logger } from "../config/logger.ts";
import { loggableCause } from "../db/database-retry.ts";
import type { HeldWork } from "../held/held-work.ts";
import { beginQueue, type QueueName } from "../held/queues.ts";

/** How many jobs of a queue run, and how organizations share this. */
export interface WorkerLimits {
  /** Jobs that this node runs at a time. A quarter of them is reserved for groups without a running job. */
  workers: number;
  /** Concurrent jobs of one group on all nodes. */
  perGroup: number;
  /**
   * Jobs that may run in addition to these: a job that has run for `LASTS_AFTER_MS` mostly waits for a server, and leaves its slot to another job.
   * Default: a job leaves only if it calls `leave`, and any number may.
   */
  lasting?: number;
}

interface WokenWorkersOptions<Data> extends WorkerLimits {
  boss: PgBoss;
  log: Logger;
  held: HeldWork;
  queue: QueueName;
  /** Ends the running jobs, which run again later. */
  signal: AbortSignal;
  /** `leave`: lets another job start while this one continues. */
  run(data: Data, signal: AbortSignal, leave: () => void): Promise<void>;
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

/** How often a worker looks for unannounced jobs, such as those of a dead node. */
const LOOK_EVERY_MS = 5_000;
/** The poll of pg-boss, which the look makes needless. */
const POLL_SECONDS = 300;
const LASTS_AFTER_MS = 20_000;
const RESERVED_PART = 0.25;

interface Worker {
  id: string;
  /** The worker takes no further job. */
  isRetired: boolean;
}

/** Workers that take jobs by the same rule. `live` also counts those whose job has left its slot. */
interface Pool {
  size: number;
  perGroup: number;
  live: number;
  left: number;
  idle: Set<Worker>;
}

const createPool = (size: number, perGroup: number): Pool => ({ size, perGroup, live: 0, left: 0, idle: new Set() });

/**
 * Many workers of one queue that cost nothing while it is empty: one looks for jobs, the others start if there are more. Wake them after the
 * transaction that adds a job. A group with long jobs gets only its own share of the workers. Jobs that a restore holds wait until they are resumed.
 */
export async function startWokenWorkers<Data extends object>(options: WokenWorkersOptions<Data>) {
  const { boss, held, log, queue, workers, perGroup, lasting, signal, run } = options;
  const reserved = perGroup === 1 ? 0 : Math.max(1, Math.floor(workers * RESERVED_PART));
  // pg-boss gives a worker only jobs of groups with fewer running jobs than its limit.
  const pools = [createPool(workers - reserved, perGroup), createPool(reserved, 1)];
  /** Jobs that have run long, and keep their slots because `lasting` of them have left already. */
  const overdue = new Set<() => void>();
  let isStopped = false;
  let isBegun = false;

  const wake = () => {
    if (isStopped || !isBegun) return;
    for (const pool of pools) {
      const [next] = pool.idle;
      if (next) return boss.notifyWorker(next.id);
      if (pool.live - pool.left < pool.size) return void start(pool).catch((error: unknown) => onFailedStart(pool, error));
    }
  };

  const onFailedStart = (pool: Pool, error: unknown) => {
    pool.live -= 1;
    if (!isStopped) log.warn({ queue, err: loggableCause(error) }, "a worker did not start; the next job starts it");
  };

  /** The slot of a job that begins. */
  function takePlace(pool: Pool): { leave: () => void; end: () => void } {
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      pool.left += 1;
      wake();
    };
    const leaveIfAllowed = () => {
      if (pools.reduce((sum, { left }) => sum + left, 0) < (lasting ?? 0)) leave();
      else overdue.add(leaveIfAllowed);
    };
    const timer = lasting === undefined ? undefined : setTimeout(leaveIfAllowed, LASTS_AFTER_MS);
    return {
      leave,
      end: () => {
        clearTimeout(timer);
        overdue.delete(leaveIfAllowed);
        if (!hasLeft) return;
        pool.left -= 1;
        const [next] = overdue;
        if (next) {
          overdue.delete(next);
          next();
        }
      },
    };
  }

  async function start(pool: Pool): Promise<void> {
    const worker: Worker = { id: "", isRetired: false };
    pool.live += 1;
    worker.id = await boss.work<Data>(
      queue,
      { pollingIntervalSeconds: POLL_SECONDS, groupConcurrency: pool.perGroup },
      async ([job]) => {
        if (!job) return;
        pool.idle.delete(worker);
        const place = takePlace(pool);
        wake();
        try {
          await run(job.data, AbortSignal.any([signal, job.signal]), place.leave);
        } catch (error) {
          if (!signal.aborted) log.warn({ queue, err: loggableCause(error) }, "a job failed; it is tried again");
          throw error;
        } finally {
          place.end();
          if (pool.live - pool.left > pool.size) retireOne(pool, worker);
          if (!worker.isRetired) {
            pool.idle.add(worker);
            // Otherwise, the worker sleeps until its next poll, even if jobs wait.
            boss.notifyWorker(worker.id);
          }
        }
      },
    );
    if (isStopped) await boss.offWork(queue, { id: worker.id, wait: false });
    else pool.idle.add(worker);
  }

  /**
   * A job that had left its slot has ended, and another worker has taken the slot. An idle worker is retired first, because this one looks for a job
   * now.
   */
  function retireOne(pool: Pool, ended: Worker): void {
    const [worker = ended] = pool.idle;
    pool.idle.delete(worker);
    pool.live -= 1;
    worker.isRetired = true;
    void boss.offWork(queue, { id: worker.id, wait: false });
  }

  let look: NodeJS.Timeout | undefined;
  await beginQueue(held, queue, async () => {
    isBegun = true;
    const [common] = pools;
    if (common) await start(common);
    look = setInterval(wake, LOOK_EVERY_MS).unref();
  });
  const stop = () => {
    isStopped = true;
    clearInterval(look);
    return boss.offWork(queue, { wait: false });
  };
  signal.addEventListener("abort", () => clearInterval(look), { once: true });
  return { wake, stop };
}
export type WokenWorkers = Awaited<ReturnType<typeof startWokenWorkers>>;
