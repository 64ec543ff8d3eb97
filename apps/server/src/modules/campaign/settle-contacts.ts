import { type ContactOutcome, explainEndedReason, RETRY_DEFAULTS } from "@callwright/contract";
import { type CampaignChange, isOver, pauseCampaign } from "./campaign-changes.ts";
import { changeCampaign, findCampaigns, holdCampaign, lockCampaign, type StoredCampaign } from "./campaign-store.ts";
import * as counters from "./contact-counters.ts";
import { outcomeOf, statusOfOutcome } from "./contact-outcome.ts";
import * as contactStates from "./contact-states.ts";
import type * as contacts from "./contact-store.ts";
import { describeContact } from "./describe-contact.ts";

/** Maximum contacts of one round. */
const SETTLED_TOGETHER = 500;
const MINUTE_MS = 60_000;
/** How long a contact waits whose call could not be placed. */
const RELEASED_FOR_MS = 2_000;

/** Stores the outcome of contacts whose calls have ended, or schedules another attempt. Returns how many there were. */
export async function settleContacts(context: CampaignChange): Promise<number> {
  const ended = await contactStates.listEnded(context.db, SETTLED_TOGETHER);
  const campaigns = await findCampaigns(context, [...new Set(ended.map(({ contact }) => contact.campaignId))]);
  for (const each of ended) {
    const campaign = campaigns.get(each.contact.campaignId);
    if (campaign) await settleOne(context, each);
  }
  if (ended.length > 0) context.messages.wake();
  for (const campaign of campaigns.values()) await keepBudget(context, campaign);
  return ended.length;
}

async function settleOne(context: CampaignChange, { contact, ended }: contactStates.EndedContact): Promise<void> {
  const { db, now, messages } = context;
  const { id, callId } = contact;
  const at = now();
  if (callId === null) throw new Error("a dispatched contact has no call");
  if (contact.dialedAt === null) return releaseContact(context, contact, callId);
  const outcome = ended ? outcomeOf(ended) : "interrupted";
  const detail = ended ? detailOf(ended) : "The call was deleted.";
  await db.transaction(async (tx) => {
    const campaign = await holdCampaign({ ...context, db: tx }, contact.campaignId);
    if (!campaign) return;
    const retryAt = retryTime(campaign, contact, outcome, at);
    const ending = { callId, outcome, detail, cost: ended?.details.cost ?? 0, retryAt };
    if (!(await contactStates.settleContact(tx, id, ending, at)) || retryAt) return;
    const type = statusOfOutcome(outcome) === "failed" ? "contact.failed" : "contact.completed";
    await messages.campaignHappened(tx, campaign, { type, fields: { contact: describeContact({ ...contact, outcome }) } });
  });
}

/** The call was given up before the line dialed, so no phone rang. The contact waits again, or ends with its campaign. */
export async function releaseContact(
  context: CampaignChange,
  { id, campaignId }: Pick<contacts.ContactRow, "id" | "campaignId">,
  callId: string,
): Promise<void> {
  const at = context.now();
  await context.db.transaction(async (tx) => {
    const campaign = await holdCampaign({ ...context, db: tx }, campaignId);
    await contactStates.releaseContact(tx, id, callId, at, new Date(at.getTime() + RELEASED_FOR_MS));
    if (campaign && isOver(campaign))
      await contactStates.endPending(tx, contactStates.contactOf(campaignId, id), "canceled", undefined, at);
  });
}

function detailOf({ endedReason, endedMessage }: NonNullable<contactStates.EndedContact["ended"]>): string | undefined {
  return endedReason === null ? undefined : (endedMessage ?? explainEndedReason(endedReason).sentence);
}

function retryTime(
  { config, state }: StoredCampaign,
  { retries }: contacts.ContactRow,
  outcome: ContactOutcome,
  at: Date,
): Date | undefined {
  const { retryPlan, schedulePlan } = config;
  const { outcomes = [], maxRetries = RETRY_DEFAULTS.maxRetries, delayMinutes = RETRY_DEFAULTS.delayMinutes } = retryPlan ?? {};
  if (state.status !== "in-progress" || retries >= maxRetries || !outcomes.some((each) => each === outcome)) return undefined;
  const retryAt = new Date(at.getTime() + delayMinutes * MINUTE_MS);
  const latestMs = schedulePlan?.latestAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(schedulePlan.latestAt);
  return retryAt.getTime() <= latestMs ? retryAt : undefined;
}

/** Pauses a campaign that has reached its maximum cost. Running calls end as usual. */
async function keepBudget(context: CampaignChange, { id, orgId, config, state }: StoredCampaign): Promise<void> {
  const { maxCost, paused } = config;
  if (maxCost === undefined || paused || state.status !== "in-progress") return;
  const spent = counters.costOf(
    await counters.countContacts(context.db, [id]),
    await counters.countCalls(context.db, orgId, [id]),
  );
  if (spent >= maxCost)
    await pauseCampaign(
      context,
      id,
      `Its calls have cost $${spent.toFixed(2)} of $${maxCost.toFixed(2)}. Raise the limit to go on.`,
    );
}

/** Ends a campaign that has no contact left to call. */
export async function finishCampaign(context: CampaignChange, campaign: StoredCampaign): Promise<boolean> {
  const { db, now, messages } = context;
  if (await counters.hasOpenContacts(db, campaign.id)) return false;
  return db.transaction(async (tx) => {
    await lockCampaign(tx, campaign.id);
    // Its contacts may have been called again in the meantime.
    if (await counters.hasOpenContacts(tx, campaign.id)) return false;
    const state = { status: "ended", endedReason: "campaign.ended.success", endedAt: now().toISOString() } as const;
    const changed = await changeCampaign(tx, campaign.id, ["in-progress"], { state }, now());
    if (changed) await messages.campaignHappened(tx, campaign, { type: "campaign.ended" });
    return changed;
  });
}
