import { forgetOldAttempts } from "../auth/attempts.ts";
import { forgetExpired } from "../auth/forget-expired.ts";
import { rotateSigningKeys } from "../auth/signing-keys.ts";
import { forgetOldInvitations } from "../auth/stores/invitations.ts";
import { loggableCause } from "../db/database-retry.ts";
import { forgetOldAnswers } from "../http/idempotency.ts";
import { removeAbandonedUploads } from "../http/uploads-folder.ts";
import { purgeDeleted } from "../jobs/purge-deleted.ts";
import { applyRetention } from "../jobs/retention.ts";
import { type ScheduledJob, startScheduledJob } from "../jobs/scheduled-job.ts";
import type { Platform } from "../modules/module.ts";
import { forgetOldUsage } from "../quota/quotas.ts";
import { forgetOldMutations } from "../realtime/store.ts";

const HOUR_MS = 3_600_000;
/** How long the usage counts of past days and months are kept. */
const USAGE_KEPT_MS = 60 * 24 * HOUR_MS;

/** Starts the hourly jobs: cleaning (`cleanModules` too), retention, purge. Returns a function that stops this node's own part. */
export async function startPlatformJobs(platform: Platform, cleanModules: () => Promise<void>): Promise<() => void> {
  const jobs: ScheduledJob[] = [
    { name: "housekeeping", minute: 0, run: () => clean(platform, cleanModules) },
    { name: "retention", minute: 10, run: () => retain(platform) },
    { name: "purge", minute: 20, run: () => purge(platform) },
  ];
  for (const job of jobs) await startScheduledJob(platform, job);
  return cleanUploads(platform);
}

/** Deletes what has expired, and rotates the keys that sign tokens. */
async function clean({ auth, db, held, now }: Platform, cleanModules: () => Promise<void>): Promise<void> {
  await forgetOldAnswers(db, now());
  await forgetOldAttempts(db, now());
  await forgetExpired(db, now());
  await forgetOldMutations(db, now());
  await rotateSigningKeys(db, auth.api.publishSigningKey, now());
  await cleanModules();
  // The operator reads these, so they stay until the purge is resumed.
  if (held.isHeld("purge")) return;
  await forgetOldInvitations(db, now());
  await forgetOldUsage(db, new Date(now().getTime() - USAGE_KEPT_MS));
}

async function retain(platform: Platform): Promise<void> {
  const deleted = await applyRetention(platform);
  if (Object.keys(deleted).length > 0) platform.log.info(deleted, "deleted data older than its organization's retention");
}

async function purge(platform: Platform): Promise<void> {
  const purged = await purgeDeleted(platform);
  if (Object.keys(purged).length > 0) platform.log.info(purged, "purged data that was deleted long ago");
}

/** Uploads are on the disk of each node, so each node removes its own. */
function cleanUploads({ config, log, now }: Platform): () => void {
  const remove = () =>
    removeAbandonedUploads(config, now()).catch((error: unknown) =>
      log.warn({ err: loggableCause(error) }, "abandoned uploads could not be removed; the next run tries again"),
    );
  void remove();
  const timer = setInterval(remove, HOUR_MS);
  return () => clearInterval(timer);
}
