import { type JobContext, type JobQueue, startJobs } from "../../../platform/jobs/job-queue.ts";
import { type StartScheduledContext, startScheduledCall } from "./scheduled-calls.ts";
import { listScheduled, type ScheduledCall } from "./scheduled-store.ts";

/** After a failure that is no refusal. Tries of the job itself are limited, and a call without a job would never end. */
const FAILED_WAIT_MS = 10_000;

/** Starts calls at their time, on any node. The call's row decides: a job that runs again finds that the call has started. */
export async function startScheduledCalls(context: StartScheduledContext & JobContext): Promise<JobQueue<ScheduledCall>> {
  const { db, held, log } = context;
  const jobs: Promise<JobQueue<ScheduledCall>> = startJobs<ScheduledCall>(context, {
    queue: "scheduled-call",
    // A call that is starting may have to wait again.
    policy: "stately",
    // A call host may have to start first.
    expireInSeconds: 180,
    workers: { workers: 4, perGroup: 2, lasting: 16 },
    keyOf: ({ id }) => id,
    async run(scheduled) {
      const waitMs = await startScheduledCall(context, scheduled).catch((error: unknown) => {
        log.warn({ callId: scheduled.id, err: error }, "a scheduled call could not be started; it is tried again");
        return FAILED_WAIT_MS;
      });
      if (waitMs !== undefined) await (await jobs).add(db, scheduled, Math.ceil(waitMs / 1_000));
    },
    recover: async () =>
      (await listScheduled(db, held.resumedAt("scheduledCalls"))).map(({ orgId, id, earliestAt }) => ({
        orgId,
        id,
        at: new Date(earliestAt),
      })),
  });
  return jobs;
}
