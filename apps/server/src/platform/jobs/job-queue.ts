import { sql } from "drizzle-orm";
import { fromDrizzle, type Queue } from "pg-boss";
import type { Database } from "../db/connect.ts";
import { adoptRows, type QueueName } from "../held/queues.ts";
import type { Platform } from "../modules/module.ts";
import { lastingQueue, startWokenWorkers, type WorkerLimits } from "./woken-workers.ts";

/** Names the row that a job is about. */
export interface JobData {
  orgId: string;
}

export interface JobSpec<Data extends JobData> {
  queue: QueueName;
  /** `exclusive`: a row has one job at most. `key_strict_fifo`: its jobs run one at a time. */
  policy: "exclusive" | "key_strict_fifo";
  /** Tries of a job when the database fails. Default 60, for an hour. */
  tries?: number;
  /** Longer than a job may take. */
  expireInSeconds: number;
  /** Other settings of the queue. */
  settings?: Partial<Omit<Queue, "name">>;
  /** Jobs of this node at a time, and of one organization on all nodes. */
  workers: WorkerLimits;
  /** The row's id. */
  keyOf(data: Data): string;
  /** How many jobs of the organization wait: those of organizations with fewer come first. Default: all are equal. */
  countWaiting?(tx: Database, orgId: string): Promise<number>;
  /** Must be idempotent: it runs again when its node ends in the middle. `leave`: lets another job start while this one goes on. */
  run(data: Data, signal: AbortSignal, leave: () => void): Promise<void>;
  /** Rows without a job, as those of a backup: they get one at the start. */
  recover?(): Promise<readonly Data[]>;
}

export interface JobQueue<Data extends JobData> {
  /** Adds a job in the transaction of `tx`. `at`: it runs then, or later. */
  add(tx: Database, data: Data, at?: Date): Promise<void>;
  /** Starts the jobs of committed transactions now. Without it they start up to 5 s later. */
  wake(): void;
  /** Ends the running jobs, which run again later. */
  abort(): void;
  /** The same, and begins none from now on: they go on at another node. */
  handOver(): Promise<void>;
}

/** The parts of the platform that job queues use. */
export type JobContext = Pick<Platform, "boss" | "db" | "held" | "log" | "now">;

/** Starts the workers of a queue whose jobs are not lost. */
export async function startJobs<Data extends JobData>(context: JobContext, spec: JobSpec<Data>): Promise<JobQueue<Data>> {
  const { boss, db, held, log, now } = context;
  const { queue, policy, tries = 60, expireInSeconds, settings, keyOf, countWaiting, run, recover } = spec;
  const stop = new AbortController();
  await boss.createQueue(queue, { policy, ...lastingQueue({ tries, expireInSeconds }), ...settings });
  const workers = await startWokenWorkers<Data>({ boss, held, log, queue, signal: stop.signal, run, ...spec.workers });

  const add: JobQueue<Data>["add"] = async (tx, data, at) => {
    const { orgId } = data;
    await boss.send(queue, data, {
      singletonKey: keyOf(data),
      group: { id: orgId },
      ...(countWaiting && { priority: -(await countWaiting(tx, orgId)) }),
      ...(at && at > now() && { startAfter: at }),
      db: fromDrizzle(tx, sql),
    });
  };
  if (recover)
    await adoptRows(held, queue, async () => {
      for (const data of await recover()) await add(db, data);
      workers.wake();
    });
  return {
    add,
    wake: workers.wake,
    abort: () => stop.abort(),
    handOver: async () => {
      await workers.stop();
      stop.abort();
    },
  };
}
