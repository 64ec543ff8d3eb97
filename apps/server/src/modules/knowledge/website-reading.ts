import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { countUnreadWebsites, failWebsite, listUnreadWebsites } from "./knowledge-base/website-store.ts";
import { type ReadingOptions, startReading } from "./reading.ts";
import type { Unread } from "./search/unread.ts";

/** Fetches the web pages of knowledge bases, and reads their text. */
export function startWebsiteReading(options: Omit<ReadingOptions, "queue" | "store">): Promise<JobQueue<Unread>> {
  return startReading({
    ...options,
    queue: "website-reading",
    store: { list: listUnreadWebsites, count: countUnreadWebsites, fail: failWebsite },
  });
}
