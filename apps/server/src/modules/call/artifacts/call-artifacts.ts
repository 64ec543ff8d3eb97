import { sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss } from "pg-boss";
import { adoptRows } from "../../../platform/held/queues.ts";
import { lastingQueue, startWokenWorkers } from "../../../platform/jobs/woken-workers.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { type AddCallJob, type CallJob, countWithOpenFiles, listWithOpenFiles } from "../runtime/call-reports.ts";

const QUEUE = "call-artifacts";
/** A call's encoding takes a core for seconds; uploads wait. */
const CALLS = { workers: 3, perGroup: 2, lasting: 8 };
/** Longer than the longest recording takes to be encoded and sent. */
const EXPIRE_SECONDS = 21_600;
/** More than the tries of a storage. */
const JOB_TRIES = 60;
const RETRY = { retryDelay: 5, retryDelayMax: 3_600 };

interface CallArtifactsOptions extends Pick<ServerContext, "db" | "held" | "log" | "now"> {
  boss: PgBoss;
  /** Must be idempotent: it runs again when its node ends in the middle. */
  make(job: CallJob, signal: AbortSignal): Promise<void>;
}

export interface CallArtifacts {
  add: AddCallJob;
  wake(): void;
  /** Ends the running ones, which begin again later. */
  abort(): void;
}

/** Makes the files of calls after their end, and stores them where their organization wants them. */
export async function startCallArtifacts({ boss, db, held, log, now, make }: CallArtifactsOptions): Promise<CallArtifacts> {
  const stop = new AbortController();
  // Jobs of one call run one at a time: one that is added while another runs, as for a video that arrives, runs after it.
  const settings = lastingQueue({ tries: JOB_TRIES, expireInSeconds: EXPIRE_SECONDS });
  await boss.createQueue(QUEUE, { policy: "key_strict_fifo", ...settings, ...RETRY });
  const workers = await startWokenWorkers<CallJob>({
    ...{ boss, held, log, signal: stop.signal, queue: QUEUE, run: make },
    ...CALLS,
  });

  const add: AddCallJob = async (tx, { orgId, callId }, at = now()) => {
    const options = { db: fromDrizzle(tx, sql) };
    // One that waits for its next try would be in the way.
    const known = await boss.findJobs(QUEUE, { key: callId, ...options });
    const waiting = known.flatMap(({ id, state }) => (state === "retry" || state === "failed" ? [id] : []));
    if (waiting.length > 0) await boss.deleteJob(QUEUE, waiting, options);
    const fairness = { group: { id: orgId }, priority: -(await countWithOpenFiles(tx, orgId)) };
    const when = at > now() ? { startAfter: at } : {};
    await boss.send(QUEUE, { orgId, callId }, { singletonKey: callId, ...fairness, ...when, ...options });
  };

  // What comes from a backup has no job.
  await adoptRows(held, QUEUE, async () => {
    for (const job of await listWithOpenFiles(db)) {
      const known = await boss.findJobs(QUEUE, { key: job.callId });
      if (!known.some(({ state }) => state !== "completed")) await add(db, job);
    }
    workers.wake();
  });
  return { add, wake: workers.wake, abort: () => stop.abort() };
}
