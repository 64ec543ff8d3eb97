import { countUnreadWebsites, failWebsite, listUnreadWebsites } from "./knowledge-base/website-store.ts";
import { type Reading, type ReadingOptions, startReading } from "./reading.ts";

/** Fetches the web pages of knowledge bases, and reads their text. */
export function startWebsiteReading(options: Omit<ReadingOptions, "queue" | "store">): Promise<Reading> {
  return startReading({
    ...options,
    queue: "website-reading",
    store: { list: listUnreadWebsites, count: countUnreadWebsites, fail: failWebsite },
  });
}
