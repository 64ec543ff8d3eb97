import { WEBHOOK_LOG_DAYS } from "@callwright/contract";
import { forgetOldDeliveries } from "./modules/webhook/delivery-store.ts";
import { forgetOldTerminals } from "./modules/webhook/terminal-store.ts";
import { forgetOldAttempts } from "./platform/auth/attempts.ts";
import { forgetExpired } from "./platform/auth/forget-expired.ts";
import { forgetOldInvitations } from "./platform/auth/stores/invitations.ts";
import type { Database } from "./platform/db/connect.ts";
import type { HeldWork } from "./platform/held/held-work.ts";
import { forgetOldAnswers } from "./platform/http/idempotency.ts";
import type { ScheduledJob } from "./platform/jobs/scheduled-job.ts";
import { forgetOldUsage } from "./platform/quota/quotas.ts";
import { forgetOldRealtime } from "./platform/realtime/forget-old.ts";

const DAY_MS = 86_400_000;
/** What organizations have used in days and months that are over. */
const USAGE_KEPT_DAYS = 60;

interface HousekeepingOptions {
  db: Database;
  held: HeldWork;
  now: () => Date;
  rotateSigningKeys: () => Promise<void>;
}

/** Deletes what has expired, and rotates the keys that sign tokens. */
export function housekeeping({ db, held, now, rotateSigningKeys }: HousekeepingOptions): ScheduledJob {
  return {
    name: "housekeeping",
    minute: 0,
    run: async () => {
      await forgetOldAnswers(db, now());
      await forgetOldAttempts(db, now());
      await forgetExpired(db, now());
      await forgetOldRealtime(db, now());
      await forgetOldTerminals(db, new Date(now().getTime() - DAY_MS));
      await rotateSigningKeys();
      // People look these up, so they stay until the purge is resumed.
      if (held.isHeld("purge")) return;
      await forgetOldInvitations(db, now());
      await forgetOldDeliveries(db, new Date(now().getTime() - WEBHOOK_LOG_DAYS * DAY_MS));
      await forgetOldUsage(db, new Date(now().getTime() - USAGE_KEPT_DAYS * DAY_MS));
    },
  };
}
