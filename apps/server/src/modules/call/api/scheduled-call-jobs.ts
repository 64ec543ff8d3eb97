import { sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss } from "pg-boss";
import type { Database } from "../../../platform/db/connect.ts";
import { loggableCause } from "../../../platform/db/database-retry.ts";
import { adoptRows } from "../../../platform/held/queues.ts";
import { lastingQueue, startWokenWorkers } from "../../../platform/jobs/woken-workers.ts";
import type { ScheduledCalls } from "./schedule-call.ts";
import { type StartScheduledContext, startScheduledCall } from "./scheduled-calls.ts";
import { listScheduled, type ScheduledCall } from "./scheduled-store.ts";

const QUEUE = "scheduled-call";
/** Calls that a node starts at a time, and those of one organization on all nodes. */
const STARTED = { workers: 4, perGroup: 2, lasting: 16 };
const JOB_TRIES = 60;
/** Jobs of one statement. */
const BATCH_JOBS = 1_000;
/** After a failure that is no refusal. Tries of the job itself are limited, and a call without a job would never end. */
const FAILED_WAIT_MS = 10_000;
/** A call host may have to start first. */
const EXPIRE_SECONDS = 180;

export interface ScheduledCallJobs extends ScheduledCalls {
  abort(): void;
  /** Other nodes start the calls from now on. */
  handOver(): Promise<void>;
}

interface Options {
  boss: PgBoss;
  context: StartScheduledContext;
}

/** Starts calls at their time, on any node. The call's row decides: a job that runs again finds that the call has started. */
export async function startScheduledCalls({ boss, context }: Options): Promise<ScheduledCallJobs> {
  const { db, held, log } = context;
  const stop = new AbortController();
  await boss.createQueue(QUEUE, {
    // Of each call one job waits at most, also while another one runs, which may have to try again later.
    policy: "stately",
    ...lastingQueue({ tries: JOB_TRIES, expireInSeconds: EXPIRE_SECONDS }),
  });
  const jobOf = ({ orgId, id }: ScheduledCall, startAfter: Date | number) => ({
    data: { orgId, id },
    singletonKey: id,
    group: { id: orgId },
    startAfter,
  });
  const add = async (tx: Database, scheduled: ScheduledCall, startAfter: Date | number) => {
    const { data, ...options } = jobOf(scheduled, startAfter);
    await boss.send(QUEUE, data, { ...options, db: fromDrizzle(tx, sql) });
  };
  const workers = await startWokenWorkers<ScheduledCall>({
    boss,
    held,
    log,
    signal: stop.signal,
    queue: QUEUE,
    ...STARTED,
    run: async (scheduled) => {
      const waitMs = await startScheduledCall(context, scheduled).catch((error: unknown) => {
        log.warn({ callId: scheduled.id, err: loggableCause(error) }, "a scheduled call could not be started; it is tried again");
        return FAILED_WAIT_MS;
      });
      // From now on, since the database has a clock of its own.
      if (waitMs !== undefined) await add(db, scheduled, Math.ceil(waitMs / 1_000));
    },
  });
  // What comes from a backup has no job.
  await adoptRows(held, QUEUE, async () => {
    const waiting = await listScheduled(db, held.resumedAt("scheduledCalls"));
    for (let at = 0; at < waiting.length; at += BATCH_JOBS)
      await boss.insert(
        QUEUE,
        waiting.slice(at, at + BATCH_JOBS).map((each) => jobOf(each, new Date(each.earliestAt))),
      );
    workers.wake();
  });
  return { add, wake: workers.wake, abort: () => stop.abort(), handOver: workers.stop };
}
