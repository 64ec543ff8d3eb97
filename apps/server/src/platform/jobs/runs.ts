import { sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss } from "pg-boss";
import type { Database } from "../db/connect.ts";
import { adoptRows, type QueueName } from "../held/queues.ts";
import type { ServerContext } from "../platform.ts";
import { lastingQueue, startWokenWorkers } from "./woken-workers.ts";

/** Runs that a node carries out at a time, and those of one organization on all nodes. */
const RUNS = { workers: 2, perGroup: 1, lasting: 8 };
const JOB_TRIES = 60;
/** How often a run looks whether it was canceled. */
const CANCEL_POLL_MS = 1_000;

/** A run that somebody started, which has a job until it has ended. */
interface Run {
  orgId: string;
  id: string;
}

export interface RunsOptions {
  boss: PgBoss;
  context: ServerContext;
  queue: QueueName;
  /** Longer than a run may take. */
  expireInSeconds: number;
  /** Goes on where an earlier job ended. The signal also ends a run that was canceled. */
  carryOut(run: Run, signal: AbortSignal): Promise<void>;
  /** False for a run that has ended, or was canceled. */
  isOpen(run: Run): Promise<boolean>;
  /** The runs that have not ended. */
  listOpen(): Promise<Run[]>;
}

/** Gives jobs to runs. */
export interface RunQueue {
  /** In the transaction of `tx`. */
  add(tx: Database, run: Run): Promise<void>;
  wake(): void;
}

export interface Runs extends RunQueue {
  /** Ends the running ones, which go on later. */
  abort(): void;
  /** The same, and begins none from now on: they go on at another node. */
  handOver(): Promise<void>;
}

/** Carries out runs of one kind, one of an organization at a time. */
export async function startRuns({ boss, context, queue, expireInSeconds, listOpen, ...work }: RunsOptions): Promise<Runs> {
  const { db, held, log } = context;
  const stop = new AbortController();
  await boss.createQueue(queue, {
    // A run has one job at most.
    policy: "exclusive",
    ...lastingQueue({ tries: JOB_TRIES, expireInSeconds }),
  });
  const workers = await startWokenWorkers<Run>({
    ...{ boss, held, log, signal: stop.signal, queue, ...RUNS },
    run: (run, signal) => carryOutUntilCanceled(work, run, signal),
  });
  const add: RunQueue["add"] = async (tx, { orgId, id }) => {
    await boss.send(queue, { orgId, id }, { singletonKey: id, group: { id: orgId }, db: fromDrizzle(tx, sql) });
  };
  // What comes from a backup has no job.
  await adoptRows(held, queue, async () => {
    for (const run of await listOpen()) await add(db, run);
    workers.wake();
  });
  const handOver = async () => {
    await workers.stop();
    stop.abort();
  };
  return { add, wake: workers.wake, abort: () => stop.abort(), handOver };
}

async function carryOutUntilCanceled(
  { carryOut, isOpen }: Pick<RunsOptions, "carryOut" | "isOpen">,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  const canceled = new AbortController();
  const look = () =>
    isOpen(run).then(
      (open) => open || canceled.abort(),
      // The next look may find the database again.
      () => undefined,
    );
  const watch = setInterval(() => void look(), CANCEL_POLL_MS);
  try {
    await carryOut(run, AbortSignal.any([signal, canceled.signal]));
  } catch (error) {
    if (!canceled.signal.aborted || signal.aborted) throw error;
  } finally {
    clearInterval(watch);
  }
}
