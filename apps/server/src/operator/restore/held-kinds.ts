import type { HeldKind } from "@callwright/contract";
import { heldCampaigns } from "./held-campaigns.ts";
import { heldCarriers } from "./held-carriers.ts";
import { heldJobs } from "./held-jobs.ts";
import { heldMails } from "./held-mails.ts";
import { heldPurge } from "./held-purge.ts";
import { heldScheduledCalls } from "./held-scheduled-calls.ts";
import { heldWebhooks } from "./held-webhooks.ts";
import type { KindWork } from "./kind-work.ts";

type Context = Parameters<typeof heldCarriers>[0] &
  Parameters<typeof heldMails>[0] &
  Parameters<typeof heldPurge>[0] &
  Parameters<typeof heldScheduledCalls>[0] &
  Parameters<typeof heldWebhooks>[0];

/** What a restored server holds, by kind. */
export const heldKinds = (context: Context): Record<HeldKind, KindWork> => ({
  campaigns: heldCampaigns(context),
  scheduledCalls: heldScheduledCalls(context),
  webhooks: heldWebhooks(context),
  mails: heldMails(context),
  carriers: heldCarriers(context),
  jobs: heldJobs(context),
  purge: heldPurge(context),
});
