import { inTurn } from "../../../platform/config/in-turn.ts";
import { beginQueue } from "../../../platform/held/queues.ts";
import { type JobContext, type JobQueue, startJobs } from "../../../platform/jobs/job-queue.ts";
import type { ServerMessages } from "../../webhook/server-messages.ts";
import { type CallJob, callsToAnalyze, listDueReports, reportAtLast } from "../runtime/call-reports.ts";

const QUEUE = "call-analysis";
/** How often a node looks for reports that must not wait longer. */
const DUE_EVERY_MS = 5_000;

interface CallAnalysisOptions extends JobContext {
  messages: ServerMessages;
  /** Must be idempotent: it runs again when its node ends in the middle. A model that fails is no failure of a job. */
  analyze(job: CallJob, signal: AbortSignal): Promise<void>;
}

/** Analyzes calls after their end, and makes their reports: with the analysis, or without it after a minute. */
export async function startCallAnalysis({ messages, analyze, ...context }: CallAnalysisOptions): Promise<JobQueue<CallJob>> {
  const { db, held, log, now } = context;
  const jobs = await startJobs<CallJob>(context, {
    queue: QUEUE,
    policy: "exclusive",
    // Longer than a plan with a hundred entries may take.
    expireInSeconds: 3_600,
    // Workers mostly wait for models.
    workers: { workers: 8, perGroup: 4, lasting: 32 },
    keyOf: ({ callId }) => callId,
    countWaiting: callsToAnalyze.count,
    run: analyze,
    recover: () => callsToAnalyze.list(db),
  });

  async function reportDue(): Promise<void> {
    const due = await listDueReports(db, now());
    for (const callId of due) await db.transaction((tx) => reportAtLast(tx, messages, callId, now()));
    if (due.length > 0) messages.wake();
  }
  let timer: NodeJS.Timeout | undefined;
  const report = inTurn(() => reportDue().catch((err: unknown) => log.warn({ err }, "reports of calls wait for another try")));
  await beginQueue(held, QUEUE, async () => {
    timer = setInterval(report, DUE_EVERY_MS).unref();
  });
  return {
    ...jobs,
    abort() {
      clearInterval(timer);
      jobs.abort();
    },
  };
}
