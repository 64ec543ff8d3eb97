import type { Embeddings } from "@callwright/engine/conversation";
import type { Database } from "../../platform/db/connect.ts";
import type { QueueName } from "../../platform/held/queues.ts";
import { type JobContext, type JobQueue, startJobs } from "../../platform/jobs/job-queue.ts";
import { startScheduledJob } from "../../platform/jobs/scheduled-job.ts";
import { countUnread, failFile, listUnread } from "./file/store.ts";
import { countUnreadWebsites, failWebsite, listUnreadWebsites } from "./knowledge-base/website-store.ts";
import { embedSource } from "./search/embed-source.ts";
import type { Unread } from "./search/unread.ts";
import { countWithoutVectors, listWithoutVectors } from "./search/vector-store.ts";

const MAX_TRIES = 10;
const FAILED_POLL_SECONDS = 5;

/** What waits to be read. */
interface UnreadStore {
  list: (db: Database) => Promise<Unread[]>;
  count: (db: Database, orgId: string) => Promise<number>;
  /** Stores why it could not be read. */
  fail: (db: Database, unread: Unread, failure: string, at: Date) => Promise<void>;
}

interface ReadingOptions extends JobContext {
  queue: QueueName;
  /** After this a job runs again. Default 300. */
  expireSeconds?: number;
  store: UnreadStore;
  /** Must be idempotent: it runs again when its node ends in the middle. */
  read: (unread: Unread, signal: AbortSignal) => Promise<void>;
}

/**
 * Reads texts in the background. Organizations share the workers fairly: only one text of an organization is read at a time, and organizations with
 * fewer waiting texts go first.
 */
async function startReading({ queue, expireSeconds = 300, store, read, ...context }: ReadingOptions): Promise<JobQueue<Unread>> {
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
    // Texts of a backup, or of a release without this queue, have no job.
    recover: () => store.list(db),
  });
  await boss.work<Unread>(failedQueue, { pollingIntervalSeconds: FAILED_POLL_SECONDS }, async ([job]) => {
    if (job) await store.fail(db, job.data, `It could not be read in ${MAX_TRIES} tries.`, now());
  });
  return reading;
}

/** Reads the text of uploaded files. */
export function startFileReading(options: Omit<ReadingOptions, "queue" | "store">): Promise<JobQueue<Unread>> {
  return startReading({
    ...options,
    queue: "file-reading",
    store: {
      list: listUnread,
      count: countUnread,
      fail: (db, file, failure, at) => failFile(db, file, `${failure} Upload it again.`, at),
    },
  });
}

/** Fetches the web pages of knowledge bases, and reads their text. */
export function startWebsiteReading(options: Omit<ReadingOptions, "queue" | "store">): Promise<JobQueue<Unread>> {
  return startReading({
    ...options,
    queue: "website-reading",
    store: { list: listUnreadWebsites, count: countUnreadWebsites, fail: failWebsite },
  });
}

/** 20 MB of text take many requests. A job whose node has died is known by its heartbeat. */
const EXPIRE_SECONDS = 3_600;

interface EmbeddingOptions extends Omit<ReadingOptions, "queue" | "store" | "read" | "expireSeconds"> {
  embeddings: Embeddings;
}

/** Computes vectors of passages: of new ones, and of all after a change of the model. A server that was down for long is asked again every hour. */
export async function startEmbedding({ embeddings, ...options }: EmbeddingOptions): Promise<JobQueue<Unread>> {
  const { db, log } = options;
  const { model } = embeddings;
  const embedding = await startReading({
    ...options,
    queue: "knowledge-embedding",
    expireSeconds: EXPIRE_SECONDS,
    store: {
      list: () => listWithoutVectors(db, model),
      count: (tx, orgId) => countWithoutVectors(tx, orgId, model),
      fail: async (_db, { orgId, id }, failure) => log.warn({ orgId, sourceId: id, failure }, "passages have no vectors yet"),
    },
    read: (source, signal) => embedSource({ db, embeddings }, source, signal),
  });
  await startScheduledJob(options, {
    name: "knowledge-embedding-again",
    minute: 40,
    run: async () => {
      for (const source of await listWithoutVectors(db, model)) await embedding.add(db, source);
    },
  });
  return embedding;
}
