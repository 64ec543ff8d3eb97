import { countUnread, failFile, listUnread } from "./file/store.ts";
import { type Reading, type ReadingOptions, startReading } from "./reading.ts";

/** Reads the text of uploaded files. */
export function startFileReading(options: Omit<ReadingOptions, "queue" | "store">): Promise<Reading> {
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
