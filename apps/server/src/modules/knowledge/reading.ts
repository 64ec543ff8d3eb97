import type { Database } from "../../platform/db/connect.ts";
import type { QueueName } from "../../platform/held/queues.ts";
import { type JobContext, type JobQueue, startJobs } from "../../platform/jobs/job-queue.ts";
import type { Unread } from "./search/unread.ts";

const MAX_TRIES = 10;
const FAILED_POLL_SECONDS = 5;

/** What waits to be read. */
interface UnreadStore {
  list: (db: Database) => Promise<Unread[]>;
  count: (db: Database, orgId: string) => Promise<number>;
  /** Stores why it could not be read. */
  fail: (db: Database, unread: Unread, failure: string, at: Date) => Promise<void>;
}

export interface ReadingOptions extends JobContext {
  queue: QueueName;
  /** After this a job runs again. Default 300. */
  expireSeconds?: number;
  store: UnreadStore;
  /** Must be idempotent: it runs again when its node ends in the middle. */
  read: (unread: Unread, signal: AbortSignal) => Promise<void>;
}

/**
 * Reads texts in the background. Organizations share the workers fairly: one text of an organization is read at a time, and it comes after
 * those of other organizations with fewer waiting.
 */
export async function startReading({
  queue,
  expireSeconds = 300,
  store,
  read,
  ...context
}: ReadingOptions): Promise<JobQueue<Unread>> {
  const { boss, db, now } = context;
  /** Jobs whose tries are used up. */
  const failedQueue = `${queue}-failed`;
  await boss.createQueue(failedQueue, { retryLimit: MAX_TRIES, retryDelay: 60 });
  const reading = await startJobs<Unread>(context, {
    queue,
    policy: "exclusive",
    tries: MAX_TRIES - 1,
    expireInSeconds: expireSeconds,
    settings: { retryDelay: 5, retryDelayMax: 300, deadLetter: failedQueue, deleteAfterSeconds: 3_600, notify: true },
    // A web page may keep its reader waiting.
    workers: { workers: 2, perGroup: 1, lasting: 8 },
    keyOf: ({ id }) => id,
    countWaiting: store.count,
    run: read,
    // What comes from a backup, or from a version without this queue, has no job.
    recover: () => store.list(db),
  });
  await boss.work<Unread>(failedQueue, { pollingIntervalSeconds: FAILED_POLL_SECONDS }, async ([job]) => {
    if (job) await store.fail(db, job.data, `It could not be read in ${MAX_TRIES} tries.`, now());
  });
  return reading;
}
