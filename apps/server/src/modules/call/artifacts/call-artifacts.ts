import { sql } from "drizzle-orm";
import { fromDrizzle } from "pg-boss";
import { type JobContext, type JobQueue, startJobs } from "../../../platform/jobs/job-queue.ts";
import { type CallJob, callsWithOpenFiles } from "../runtime/call-reports.ts";

const QUEUE = "call-artifacts";

/** Makes the files of calls after their end, and stores them where their organization wants them. `make` must be idempotent. */
export async function startCallArtifacts(
  context: JobContext & { make: (job: CallJob, signal: AbortSignal) => Promise<void> },
): Promise<JobQueue<CallJob>> {
  const { boss, db, make } = context;
  const jobs = await startJobs<CallJob>(context, {
    queue: QUEUE,
    // A job that is added while another job of the call runs, such as for a late video, runs afterwards.
    policy: "key_strict_fifo",
    // Longer than the longest recording takes to be encoded and sent.
    expireInSeconds: 21_600,
    settings: { retryDelay: 5, retryDelayMax: 3_600 },
    // A call's encoding takes a core for seconds; uploads wait.
    workers: { workers: 3, perGroup: 2, lasting: 8 },
    keyOf: ({ callId }) => callId,
    countWaiting: callsWithOpenFiles.count,
    run: make,
    recover: () => callsWithOpenFiles.list(db),
  });
  return {
    ...jobs,
    async add(tx, job, at) {
      const options = { db: fromDrizzle(tx, sql) };
      // A job that waits for its retry would block the new one.
      const known = await boss.findJobs(QUEUE, { key: job.callId, ...options });
      const waiting = known.flatMap(({ id, state }) => (state === "retry" || state === "failed" ? [id] : []));
      if (waiting.length > 0) await boss.deleteJob(QUEUE, waiting, options);
      await jobs.add(tx, job, at);
    },
  };
}
