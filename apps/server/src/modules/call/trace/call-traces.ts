import { type JobContext, type JobQueue, startJobs } from "../../../platform/jobs/job-queue.ts";
import type { CallJob } from "../runtime/call-reports.ts";

/** Sends traces of calls to their organization's Langfuse after their end. `send` must be idempotent. A Langfuse that fails is no failure of a job. */
export function startCallTraces(
  context: JobContext & { send: (job: CallJob, signal: AbortSignal) => Promise<void> },
): Promise<JobQueue<CallJob>> {
  return startJobs(context, {
    queue: "call-traces",
    policy: "exclusive",
    // Longer than a trace with all its retries takes.
    expireInSeconds: 1_800,
    // Workers wait for Langfuse, which may be down.
    workers: { workers: 4, perGroup: 2, lasting: 16 },
    keyOf: ({ callId }) => callId,
    run: context.send,
  });
}
