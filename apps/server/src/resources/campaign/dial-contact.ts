import { PlatformError } from "@callwright/contract";
import type { Database } from "../../db/connect.ts";
import { loggableCause } from "../../db/database-retry.ts";
import type { ServerContext } from "../../server-context.ts";
import { asOrganization } from "../call/incoming-call.ts";
import { type PlaceContext, placePhoneCall, requireCallingNumber } from "../call/phone-call.ts";
import { isOnDoNotCallList } from "../do-not-call/store.ts";
import { askPredial } from "./ask-predial.ts";
import { holdRunning, type RunningCampaign } from "./campaign-store.ts";
import * as counters from "./contact-counters.ts";
import * as contactSteps from "./contact-steps.ts";
import type * as contacts from "./contact-store.ts";
import { describeContact } from "./describe-contact.ts";
import { callingNumberOf, pauseCampaign, type StepContext, sentenceOf, targetOf } from "./steps.ts";
import { nextOpening } from "./time-window.ts";

export interface DialContactContext extends StepContext, PlaceContext, Pick<ServerContext, "network"> {
  signal: AbortSignal;
  /** Of the campaign's calls. */
  maxConcurrency: number;
}

/**
 * `dialed`: the line dials. `passed`: the contact ended or waits, and the next one may be called. `stopped`: the campaign calls nobody now.
 * `full`: this server or organization has no room for a call.
 */
export type Dialed = "dialed" | "passed" | "stopped" | "full";

/** A contact whose calling number is busy waits that long. */
const NUMBER_WAIT_MS = 1_000;
const NO_ROOM: ReadonlySet<string> = new Set(["at-capacity", "call-host-unavailable"]);

/** Why the transaction of a call was given up. */
class NotClaimed extends Error {
  readonly why: "stopped" | "number-busy" | "taken";
  constructor(why: NotClaimed["why"]) {
    super(why);
    this.why = why;
  }
}

/** Calls a leased contact, or ends or postpones it. */
export async function dialContact(
  context: DialContactContext,
  campaign: RunningCampaign,
  contact: contacts.ContactRow,
): Promise<Dialed> {
  const { db, now } = context;
  const { timeWindow } = campaign.config;
  if (timeWindow) {
    const opens = nextOpening(timeWindow, contact.timeZones, now());
    if (!opens) return skip(context, campaign, contact, "outsideWindow", NEVER_OPEN);
    if (opens > now()) {
      await contactSteps.postpone(db, campaign.id, contact.timeZones, opens);
      return "passed";
    }
  }
  if (await isOnDoNotCallList(db, campaign.orgId, contact.number)) return skip(context, campaign, contact, "doNotCall");
  if (campaign.config.predialPlan?.enabled) {
    const refused = await predial(context, campaign, contact);
    if (refused) return refused;
  }
  return place(context, campaign, contact);
}

const NEVER_OPEN =
  "The time window is never open in all time zones that the number may be in. Give the contact a time zone, or the window one for all.";

async function skip(
  { db, now, messages }: DialContactContext,
  campaign: RunningCampaign,
  contact: contacts.ContactRow,
  outcome: "outsideWindow" | "doNotCall" | "notEligible" | "predialFailed" | "failed",
  detail?: string,
): Promise<"passed"> {
  await db.transaction(async (tx) => {
    const ended = await contactSteps.endPending(tx, contactSteps.contactOf(campaign.id, contact.id), outcome, detail, now());
    const type =
      outcome === "predialFailed" ? "contact.predial-failed" : outcome === "failed" ? "contact.failed" : "contact.skipped";
    for (const each of ended)
      await messages.campaignHappened(tx, campaign, {
        type,
        fields: { contact: describeContact({ ...each, outcome }), ...(detail !== undefined && { reason: detail }) },
      });
  });
  messages.wake();
  return "passed";
}

async function predial(
  context: DialContactContext,
  campaign: RunningCampaign,
  contact: contacts.ContactRow,
): Promise<Dialed | undefined> {
  try {
    return (await askPredial(context, campaign, contact)) ? undefined : skip(context, campaign, contact, "notEligible");
  } catch (error) {
    context.signal.throwIfAborted();
    const detail =
      error instanceof SyntaxError || !(error instanceof Error) ? "The answer is not { eligible: boolean }." : error.message;
    return skip(context, campaign, contact, "predialFailed", detail.slice(0, 500));
  }
}

async function place(context: DialContactContext, campaign: RunningCampaign, contact: contacts.ContactRow): Promise<Dialed> {
  const { db, now, log } = context;
  const caller = asOrganization(campaign.orgId);
  let claimedBy: string | undefined;
  try {
    const number = await requireCallingNumber(context, caller, callingNumberOf(campaign.config, contact).toLowerCase());
    await placePhoneCall(context, caller, targetOf(campaign), {
      ...{ number, customer: contact.customer, campaignId: campaign.id },
      claim: async (tx, callId) => {
        await claim(context, tx, campaign, contact, { callId, phoneNumberId: number.id });
        claimedBy = callId;
      },
      beforeDial: async (callId) => {
        if (!(await contactSteps.markDialed(db, contact.id, callId, now()))) throw new NotClaimed("taken");
      },
    });
    context.messages.wake();
    return "dialed";
  } catch (error) {
    const waitsUntil = new Date(now().getTime() + NUMBER_WAIT_MS);
    if (claimedBy !== undefined) await contactSteps.releaseContact(db, contact.id, claimedBy, now(), waitsUntil);
    if (error instanceof NotClaimed) {
      if (error.why !== "taken")
        await contactSteps.returnContacts(db, [contact.id], error.why === "number-busy" ? waitsUntil : null);
      return error.why === "stopped" ? "stopped" : "passed";
    }
    if (!(error instanceof PlatformError)) throw error;
    if (NO_ROOM.has(error.code)) {
      await contactSteps.returnContacts(db, [contact.id], null);
      return "full";
    }
    if (error.code === "rate-limited") {
      await contactSteps.returnContacts(db, [contact.id], new Date(now().getTime() + (error.retryAfterSeconds ?? 1) * 1_000));
      return "passed";
    }
    if (hasOwnSettings(contact) || isAboutNumber(error)) return skip(context, campaign, contact, "failed", sentenceOf(error));
    // Every other contact would fail in the same way.
    log.info({ campaignId: campaign.id, code: error.code, err: loggableCause(error) }, "a campaign pauses");
    await contactSteps.returnContacts(db, [contact.id], null);
    await pauseCampaign(context, campaign.id, sentenceOf(error));
    return "stopped";
  }
}

/** In the transaction that stores the call, which holds the organization's lock: the limits are kept on all nodes together. */
async function claim(
  { maxConcurrency, messages, now }: DialContactContext,
  tx: Database,
  campaign: RunningCampaign,
  contact: contacts.ContactRow,
  { callId, phoneNumberId }: { callId: string; phoneNumberId: string },
): Promise<void> {
  if (!(await holdRunning(tx, campaign.id))) throw new NotClaimed("stopped");
  const { ofCampaign, ofNumber } = await counters.countOpen(tx, campaign.orgId, { campaignId: campaign.id, phoneNumberId });
  if (ofCampaign >= maxConcurrency) throw new NotClaimed("stopped");
  if (ofNumber >= (campaign.config.numberConcurrency ?? Number.POSITIVE_INFINITY)) throw new NotClaimed("number-busy");
  if (!(await contactSteps.dispatchContact(tx, contact, callId, now()))) throw new NotClaimed("taken");
  const told = { ...describeContact(contact), callId };
  await messages.campaignHappened(tx, campaign, { type: "contact.dispatched", fields: { contact: told } });
}

/** A carrier's number does not call this contact's: it is in another country, or a paid service. */
const isAboutNumber = ({ problems = [] }: PlatformError) => problems.some((problem) => problem.startsWith("customer.number"));

/** Settings besides its variables, which may be why its call cannot be placed. */
function hasOwnSettings({ customer: { assistantOverrides, squadOverrides } }: contacts.ContactRow): boolean {
  const settings = [assistantOverrides, squadOverrides].flatMap((overrides) => Object.keys(overrides ?? {}));
  return settings.some((name) => name !== "variableValues");
}
