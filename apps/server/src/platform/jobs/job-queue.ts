import { sql } from "drizzle-orm";
import { fromDrizzle, type JobInsert, type JobOptions, type Queue } from "pg-boss";
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
  /**
   * `exclusive`: at most one job of a row. `stately`: at most one waits, also while another one runs. `key_strict_fifo`: its jobs run one at a time.
   * `standard`: any number, also simultaneously.
   */
  policy: "exclusive" | "stately" | "key_strict_fifo" | "standard";
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
  /** How many jobs of the organization wait: organizations with fewer come first. Default: all are equal. */
  countWaiting?(tx: Database, orgId: string): Promise<number>;
  /** Must be idempotent: it runs again if its node dies in the middle. `leave`: lets another job start while this one continues. */
  run(data: Data, signal: AbortSignal, leave: () => void): Promise<void>;
  /** Rows that should have a job. Rows without one, such as those of a backup, get one at the start: for the time `at`, or for now. */
  recover?(): Promise<readonly (Data & { at?: Date | undefined })[]>;
}

/** The queue itself refuses a second job of a row. */
const REFUSES_SECOND: ReadonlySet<string> = new Set<JobSpec<JobData>["policy"]>(["exclusive", "stately"]);
/** Maximum recovered jobs of one statement. */
const BATCH_JOBS = 1_000;

export interface JobQueue<Data extends JobData> {
  /** Adds a job in the transaction of `tx`. `at`: it runs then, or later. A number is seconds from now, by the clock of the database. */
  add(tx: Database, data: Data, at?: Date | number): Promise<void>;
  /** Lets the job of the row that waits for its time start now. Does nothing without such a job. */
  hurry(data: Data): Promise<void>;
  /** Starts the jobs of committed transactions now. Without it they start up to 5 s later. */
  wake(): void;
  /** Ends the running jobs, which run again later. */
  abort(): void;
  /** As `stop`, but other nodes continue the jobs. */
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

  const optionsOf = async (tx: Database, data: Data, at: Date | number | undefined): Promise<JobOptions> => ({
    singletonKey: keyOf(data),
    group: { id: data.orgId },
    ...(countWaiting && { priority: -(await countWaiting(tx, data.orgId)) }),
    ...(at !== undefined && (typeof at === "number" || at > now()) && { startAfter: at }),
  });
  const add: JobQueue<Data>["add"] = async (tx, data, at) => {
    await boss.send(queue, data, { ...(await optionsOf(tx, data, at)), db: fromDrizzle(tx, sql) });
  };
  const isWithoutJob = async (data: Data) => {
    const known = REFUSES_SECOND.has(policy) ? [] : await boss.findJobs(queue, { key: keyOf(data) });
    return known.every(({ state }) => state === "completed");
  };
  if (recover)
    await adoptRows(held, queue, async () => {
      const jobs: JobInsert[] = [];
      for (const row of await recover()) {
        const { at, ...data } = row;
        if (await isWithoutJob(row)) jobs.push({ data, ...(await optionsOf(db, row, at)) });
      }
      for (let first = 0; first < jobs.length; first += BATCH_JOBS)
        await boss.insert(queue, jobs.slice(first, first + BATCH_JOBS));
      workers.wake();
    });
  return {
    add,
    hurry: async (data) => {
      await boss.update(queue, undefined, { singletonKey: keyOf(data), startAfter: 0 });
      workers.wake();
    },
    wake: workers.wake,
    abort: () => stop.abort(),
    handOver: async () => {
      await workers.stop();
      stop.abort();
    },
  };
}
