import { loggableCause } from "./db/database-retry.ts";
import { forgetOldAnswers } from "./http/idempotency.ts";
import { removeAbandonedUploads } from "./http/uploads-folder.ts";
import { purgeDeleted } from "./purge-deleted.ts";
import type { ServerContext } from "./server-context.ts";

type Context = Pick<ServerContext, "db" | "blobs" | "config" | "log" | "now">;

const HOUSEKEEPING_MS = 3_600_000;

/** Removes every hour what nobody may ask for any more. Answers how to stop it, which waits for a run to end. */
export function startHousekeeping(context: Context): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => keepHouse(context));
  }, HOUSEKEEPING_MS);
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** What fails is tried again an hour later. */
async function keepHouse(context: Context): Promise<void> {
  const { db, config, log, now } = context;
  try {
    await forgetOldAnswers(db, now());
    await removeAbandonedUploads(config, now());
    const purged = await purgeDeleted(context);
    if (Object.keys(purged).length > 0) log.info(purged, "purged what was deleted long ago");
  } catch (error) {
    log.warn({ err: loggableCause(error) }, "housekeeping failed; the next run tries again");
  }
}
