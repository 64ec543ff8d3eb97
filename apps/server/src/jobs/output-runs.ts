import { sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss } from "pg-boss";
import { carryOutRun, type RunQueue } from "../resources/structured-output/run-service.ts";
import { listOpenRuns } from "../resources/structured-output/run-store.ts";
import type { ServerContext } from "../server-context.ts";
import { lastingQueue, startWokenWorkers } from "./woken-workers.ts";

const QUEUE = "output-run";
/** Runs that a node carries out at a time, and those of one organization on all nodes. */
const RUNS = { workers: 2, perGroup: 1 };
/** Ten thousand calls of a slow model take a day. */
const EXPIRE_SECONDS = 86_400;
const JOB_TRIES = 60;

interface OutputRunsOptions {
  boss: PgBoss;
  context: ServerContext;
}

interface Run {
  orgId: string;
  id: string;
}

export interface OutputRuns extends RunQueue {
  /** Ends the running ones, which go on later. */
  abort(): void;
}

/** Makes structured outputs of past calls, one run of an organization at a time. */
export async function startOutputRuns({ boss, context }: OutputRunsOptions): Promise<OutputRuns> {
  const { db, log } = context;
  const stop = new AbortController();
  await boss.createQueue(QUEUE, {
    // A run has one job at most.
    policy: "exclusive",
    ...lastingQueue({ tries: JOB_TRIES, expireInSeconds: EXPIRE_SECONDS }),
  });
  const workers = await startWokenWorkers<Run>({
    ...{ boss, log, signal: stop.signal, queue: QUEUE, ...RUNS },
    run: (run, signal) => carryOutRun(context, run, signal),
  });
  const add: RunQueue["add"] = async (tx, { orgId, id }) => {
    await boss.send(QUEUE, { orgId, id }, { singletonKey: id, group: { id: orgId }, db: fromDrizzle(tx, sql) });
  };
  // What comes from a backup has no job.
  for (const run of await listOpenRuns(db)) await add(db, run);
  workers.wake();
  return { add, wake: workers.wake, abort: () => stop.abort() };
}
