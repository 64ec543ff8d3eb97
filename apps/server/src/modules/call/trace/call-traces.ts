import { sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss } from "pg-boss";
import { lastingQueue, startWokenWorkers } from "../../../platform/jobs/woken-workers.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { AddCallJob, CallJob } from "../runtime/call-reports.ts";

const QUEUE = "call-traces";
/** They wait for Langfuse, which may be away. */
const TRACES = { workers: 4, perGroup: 2, lasting: 16 };
/** Longer than a trace with all its retries takes. */
const EXPIRE_SECONDS = 1_800;
/** Tries of a job when the database fails. A Langfuse that fails is no failure of a job. */
const JOB_TRIES = 60;

interface CallTracesOptions extends Pick<ServerContext, "held" | "log" | "now"> {
  boss: PgBoss;
  /** Must be idempotent: it runs again when its node ends in the middle. */
  send(job: CallJob, signal: AbortSignal): Promise<void>;
}

export interface CallTraces {
  add: AddCallJob;
  wake(): void;
  /** Ends the running ones, which begin again later. */
  abort(): void;
}

/** Sends traces of calls to their organization's Langfuse after their end. */
export async function startCallTraces({ boss, held, log, now, send }: CallTracesOptions): Promise<CallTraces> {
  const stop = new AbortController();
  await boss.createQueue(QUEUE, {
    policy: "exclusive",
    ...lastingQueue({ tries: JOB_TRIES, expireInSeconds: EXPIRE_SECONDS }),
  });
  const workers = await startWokenWorkers<CallJob>({
    ...{ boss, held, log, signal: stop.signal, queue: QUEUE, run: send },
    ...TRACES,
  });
  const add: AddCallJob = async (tx, { orgId, callId }, at = now()) => {
    const when = at > now() ? { startAfter: at } : {};
    const options = { singletonKey: callId, group: { id: orgId }, ...when, db: fromDrizzle(tx, sql) };
    await boss.send(QUEUE, { orgId, callId }, options);
  };
  return { add, wake: workers.wake, abort: () => stop.abort() };
}
