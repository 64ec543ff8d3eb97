import { sql } from "drizzle-orm";
import { fromDrizzle, type PgBoss } from "pg-boss";
import type { Database } from "../db/connect.ts";
import { loggableCause } from "../db/database-retry.ts";
import type { Logger } from "../logger.ts";
import { countUnread, failFile, listUnread, type UnreadFile } from "../resources/file/store.ts";

const QUEUE = "file-reading";
/** Jobs whose tries are used up. */
const FAILED_QUEUE = "file-reading-failed";
/** Files that a node reads at a time. */
const WORKERS = 2;
const MAX_TRIES = 10;
/** Longer than reading a file may take. */
const EXPIRE_SECONDS = 300;
/** A job whose node sends no heartbeat for this long runs on another node. */
const HEARTBEAT_SECONDS = 30;
/** Between two looks for jobs that no notification announced. */
const POLL_SECONDS = 5;

export interface FileReading {
  /** Adds a job for a file, in the transaction of `tx`. A file that already has one gets no second. */
  add: (tx: Database, file: UnreadFile) => Promise<void>;
  /** Aborts the running reads. Their jobs run again later. */
  abort: () => void;
}

interface FileReadingOptions {
  boss: PgBoss;
  db: Database;
  log: Logger;
  now: () => Date;
  /** Must be idempotent: it runs again when its node ends in the middle. */
  read: (file: UnreadFile, signal: AbortSignal) => Promise<void>;
}

/**
 * Reads the text of uploaded files. Organizations share the workers fairly: a node reads one file of an organization at a time, and a
 * file comes after those of other organizations with fewer files waiting.
 */
export async function startFileReading({ boss, db, log, now, read }: FileReadingOptions): Promise<FileReading> {
  const stop = new AbortController();
  await boss.createQueue(FAILED_QUEUE, { retryLimit: MAX_TRIES, retryDelay: 60 });
  await boss.createQueue(QUEUE, {
    // A file has one job at most.
    policy: "exclusive",
    retryLimit: MAX_TRIES - 1,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: EXPIRE_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deadLetter: FAILED_QUEUE,
    deleteAfterSeconds: 3_600,
    notify: true,
  });

  const add: FileReading["add"] = async (tx, { orgId, id }) => {
    const waiting = await countUnread(tx, orgId);
    const fairness = { group: { id: orgId }, priority: -waiting };
    await boss.send(QUEUE, { orgId, id }, { singletonKey: id, ...fairness, db: fromDrizzle(tx, sql) });
  };

  const workers: string[] = [];
  const polling = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS };
  for (let worker = 0; worker < WORKERS; worker++)
    workers.push(
      await boss.work<UnreadFile>(QUEUE, { ...polling, localGroupConcurrency: 1 }, async ([job]) => {
        if (!job) return;
        try {
          await read(job.data, AbortSignal.any([stop.signal, job.signal]));
        } catch (error) {
          if (!stop.signal.aborted) log.warn({ err: loggableCause(error) }, "a file could not be read; it is tried again");
          throw error;
        } finally {
          // Otherwise a worker waits for the next poll, whatever else is in the queue.
          for (const each of workers) boss.notifyWorker(each);
        }
      }),
    );
  await boss.work<UnreadFile>(FAILED_QUEUE, { pollingIntervalSeconds: POLL_SECONDS }, async ([job]) => {
    if (job) await failFile(db, job.data, `It could not be read in ${MAX_TRIES} tries. Upload it again.`, now());
  });
  // Files of a backup, and of a version without this queue, have no jobs.
  for (const file of await listUnread(db)) await add(db, file);
  return { add, abort: () => stop.abort() };
}
