import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { countUnread, failFile, listUnread } from "./file/store.ts";
import { type ReadingOptions, startReading } from "./reading.ts";
import type { Unread } from "./search/unread.ts";

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
