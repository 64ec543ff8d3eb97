import { forgetOldAttempts } from "./auth/attempts.ts";
import { forgetExpired } from "./auth/forget-expired.ts";
import { loggableCause } from "./db/database-retry.ts";
import { forgetOldAnswers } from "./http/idempotency.ts";
import { removeAbandonedUploads } from "./http/uploads-folder.ts";
import { purgeDeleted } from "./purge-deleted.ts";
import { forgetOldRealtime } from "./realtime/forget-old.ts";
import { forgetOldInvitations } from "./resources/invitation/store.ts";
import { applyRetention } from "./retention.ts";
import type { ServerContext } from "./server-context.ts";

type Context = Pick<ServerContext, "db" | "blobs" | "config" | "log" | "now">;

const HOUSEKEEPING_MS = 3_600_000;

/** Removes every hour what nobody may ask for any more, and does what else is due (`chores`). Answers how to stop it, which waits for a run to end. */
export function startHousekeeping(context: Context, chores: readonly (() => Promise<void>)[] = []): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => keepHouse(context, chores));
  }, HOUSEKEEPING_MS);
  return () => {
    clearInterval(timer);
    return running;
  };
}

/** What fails is tried again an hour later. */
async function keepHouse(context: Context, chores: readonly (() => Promise<void>)[]): Promise<void> {
  const { db, config, log, now } = context;
  try {
    await forgetOldAnswers(db, now());
    await forgetOldAttempts(db, now());
    await forgetExpired(db, now());
    await forgetOldInvitations(db, now());
    await forgetOldRealtime(db, now());
    await removeAbandonedUploads(config, now());
    const purged = await purgeDeleted(context);
    if (Object.keys(purged).length > 0) log.info(purged, "purged what was deleted long ago");
    const outlived = await applyRetention(context);
    if (Object.keys(outlived).length > 0) log.info(outlived, "deleted what organisations keep no longer");
    for (const chore of chores) await chore();
  } catch (error) {
    log.warn({ err: loggableCause(error) }, "housekeeping failed; the next run tries again");
  }
}
