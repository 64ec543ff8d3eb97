import { sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss } from "pg-boss";
import { loggableCause } from "../../../platform/db/database-retry.ts";
import { adoptRows, beginQueue } from "../../../platform/held/queues.ts";
import { lastingQueue, startWokenWorkers } from "../../../platform/jobs/woken-workers.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { ServerMessages } from "../../webhook/server-messages.ts";
import {
  type AddCallJob,
  type CallJob,
  countToAnalyze,
  listDueReports,
  listToAnalyze,
  reportAtLast,
} from "../runtime/call-reports.ts";

const QUEUE = "call-analysis";
/** Calls that a node analyzes at a time, and how many of one organization all nodes analyze. They mostly wait for models. */
const ANALYSES = { workers: 8, perGroup: 4, lasting: 32 };
/** Longer than a plan with a hundred entries may take. */
const EXPIRE_SECONDS = 3_600;
/** Tries of a job, for an hour, when the database fails. A model that fails is no failure of a job. */
const JOB_TRIES = 60;
/** How often a node looks for reports that must not wait longer. */
const DUE_EVERY_MS = 5_000;

interface CallAnalysisOptions extends Pick<ServerContext, "db" | "held" | "log" | "now"> {
  boss: PgBoss;
  messages: ServerMessages;
  /** Must be idempotent: it runs again when its node ends in the middle. */
  analyze(job: CallJob, signal: AbortSignal): Promise<void>;
}

export interface CallAnalysis {
  add: AddCallJob;
  wake(): void;
  /** Ends the running analyses, which begin again later, and stops looking for reports. */
  abort(): void;
}

/** Analyzes calls after their end, and makes their reports: with the analysis, or without it after a minute. */
export async function startCallAnalysis({
  boss,
  db,
  held,
  log,
  now,
  messages,
  analyze,
}: CallAnalysisOptions): Promise<CallAnalysis> {
  const stop = new AbortController();
  await boss.createQueue(QUEUE, {
    // A call has one job at most.
    policy: "exclusive",
    ...lastingQueue({ tries: JOB_TRIES, expireInSeconds: EXPIRE_SECONDS }),
  });
  const workers = await startWokenWorkers<CallJob>({
    ...{ boss, held, log, signal: stop.signal, queue: QUEUE, run: analyze },
    ...ANALYSES,
  });

  const add: AddCallJob = async (tx, { orgId, callId }, at = now()) => {
    // Calls of other organizations with fewer waiting come first.
    const fairness = { group: { id: orgId }, priority: -(await countToAnalyze(tx, orgId)) };
    const startAfter = at > now() ? { startAfter: at } : {};
    await boss.send(QUEUE, { orgId, callId }, { singletonKey: callId, ...fairness, ...startAfter, db: fromDrizzle(tx, sql) });
  };

  async function reportDue(): Promise<void> {
    const due = await listDueReports(db, now());
    for (const callId of due) await db.transaction((tx) => reportAtLast(tx, messages, callId, now()));
    if (due.length > 0) messages.wake();
  }
  let isReporting = false;
  let timer: NodeJS.Timeout | undefined;
  const watchReports = () => {
    if (isReporting) return;
    isReporting = true;
    reportDue()
      .catch((error: unknown) => log.warn({ err: loggableCause(error) }, "reports of calls wait for another try"))
      .finally(() => {
        isReporting = false;
      });
  };
  await beginQueue(held, QUEUE, async () => {
    timer = setInterval(watchReports, DUE_EVERY_MS).unref();
  });

  // What comes from a backup has no job.
  await adoptRows(held, QUEUE, async () => {
    for (const job of await listToAnalyze(db)) await add(db, job);
    workers.wake();
  });
  return {
    add,
    wake: workers.wake,
    abort() {
      clearInterval(timer);
      stop.abort();
    },
  };
}
