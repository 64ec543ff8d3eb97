import { sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss } from "pg-boss";
import type { RunQueue } from "../resources/structured-output/run-service.ts";
import type { ServerContext } from "../server-context.ts";
import { lastingQueue, startWokenWorkers } from "./woken-workers.ts";

/** Runs that a node carries out at a time, and those of one organization on all nodes. */
const RUNS = { workers: 2, perGroup: 1 };
const JOB_TRIES = 60;

/** A run that somebody started, which has a job until it has ended. */
interface Run {
  orgId: string;
  id: string;
}

export interface RunsOptions {
  boss: PgBoss;
  context: ServerContext;
  queue: string;
  /** Longer than a run may take. */
  expireInSeconds: number;
  /** Goes on where an earlier job ended. */
  carryOut(run: Run, signal: AbortSignal): Promise<void>;
  /** The runs that have not ended. */
  listOpen(): Promise<Run[]>;
}

export interface Runs extends RunQueue {
  /** Ends the running ones, which go on later. */
  abort(): void;
}

/** Carries out runs of one kind, one of an organization at a time. */
export async function startRuns({ boss, context, queue, expireInSeconds, carryOut, listOpen }: RunsOptions): Promise<Runs> {
  const { db, log } = context;
  const stop = new AbortController();
  await boss.createQueue(queue, {
    // A run has one job at most.
    policy: "exclusive",
    ...lastingQueue({ tries: JOB_TRIES, expireInSeconds }),
  });
  const workers = await startWokenWorkers<Run>({ ...{ boss, log, signal: stop.signal, queue, ...RUNS }, run: carryOut });
  const add: RunQueue["add"] = async (tx, { orgId, id }) => {
    await boss.send(queue, { orgId, id }, { singletonKey: id, group: { id: orgId }, db: fromDrizzle(tx, sql) });
  };
  // What comes from a backup has no job.
  for (const run of await listOpen()) await add(db, run);
  workers.wake();
  return { add, wake: workers.wake, abort: () => stop.abort() };
}
