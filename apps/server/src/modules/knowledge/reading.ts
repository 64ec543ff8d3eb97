import { sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss } from "pg-boss";
import type { Logger } from "../../platform/config/logger.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { HeldWork } from "../../platform/held/held-work.ts";
import { adoptRows, type QueueName } from "../../platform/held/queues.ts";
import { startWokenWorkers } from "../../platform/jobs/woken-workers.ts";
import type { AddReading, Unread } from "./search/unread.ts";

/** What a node reads at a time, and all nodes of one organization. A web page may keep its reader waiting. */
const TEXTS = { workers: 2, perGroup: 1, lasting: 8 };
const MAX_TRIES = 10;
/** Longer than reading a text may take. */
const EXPIRE_SECONDS = 300;
/** A job whose node sends no heartbeat for this long runs on another node. */
const HEARTBEAT_SECONDS = 30;
const FAILED_POLL_SECONDS = 5;

/** What waits to be read. */
export interface UnreadStore {
  list: (db: Database) => Promise<Unread[]>;
  count: (db: Database, orgId: string) => Promise<number>;
  /** Stores why it could not be read. */
  fail: (db: Database, unread: Unread, failure: string, at: Date) => Promise<void>;
}

export interface Reading {
  add: AddReading;
  /** Aborts the running reads. Their jobs run again later. */
  abort: () => void;
}

export interface ReadingOptions {
  boss: PgBoss;
  db: Database;
  held: HeldWork;
  log: Logger;
  now: () => Date;
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
  boss,
  db,
  held,
  log,
  now,
  queue,
  expireSeconds = EXPIRE_SECONDS,
  store,
  read,
}: ReadingOptions): Promise<Reading> {
  const stop = new AbortController();
  /** Jobs whose tries are used up. */
  const failedQueue = `${queue}-failed`;
  await boss.createQueue(failedQueue, { retryLimit: MAX_TRIES, retryDelay: 60 });
  await boss.createQueue(queue, {
    // Each has one job at most.
    policy: "exclusive",
    retryLimit: MAX_TRIES - 1,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: expireSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deadLetter: failedQueue,
    deleteAfterSeconds: 3_600,
    notify: true,
  });

  const add: AddReading = async (tx, { orgId, id }) => {
    const waiting = await store.count(tx, orgId);
    const fairness = { group: { id: orgId }, priority: -waiting };
    await boss.send(queue, { orgId, id }, { singletonKey: id, ...fairness, db: fromDrizzle(tx, sql) });
  };

  await startWokenWorkers<Unread>({ ...{ boss, held, log, queue, signal: stop.signal, run: read }, ...TEXTS });
  await boss.work<Unread>(failedQueue, { pollingIntervalSeconds: FAILED_POLL_SECONDS }, async ([job]) => {
    if (job) await store.fail(db, job.data, `It could not be read in ${MAX_TRIES} tries.`, now());
  });
  // What comes from a backup, or from a version without this queue, has no job.
  await adoptRows(held, queue, async () => {
    for (const unread of await store.list(db)) await add(db, unread);
  });
  return { add, abort: () => stop.abort() };
}
