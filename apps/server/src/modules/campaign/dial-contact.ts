import { CAMPAIGN_CONCURRENCY_DEFAULT, isRecent, type PhoneNumber, PlatformError } from "@callwright/contract";
import type { Database } from "../../platform/db/connect.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { asOrganization } from "../call/api/incoming-call.ts";
import { type PlaceContext, placePhoneCall, requireCallingNumber } from "../call/api/phone-call.ts";
import { orgCallLimit } from "../call/runtime/admit-call.ts";
import { readNumber } from "../do-not-call/read-number.ts";
import { isOnDoNotCallList } from "../do-not-call/store.ts";
import { askPredial } from "./ask-predial.ts";
import { type CampaignChange, callingNumberOf, pauseCampaign, sentenceOf, targetOf } from "./campaign-changes.ts";
import { holdCampaign, holdRunning, type StoredCampaign } from "./campaign-store.ts";
import * as counters from "./contact-counters.ts";
import * as contactStates from "./contact-states.ts";
import type * as contacts from "./contact-store.ts";
import { describeContact } from "./describe-contact.ts";
import { releaseContact } from "./settle-contacts.ts";
import { nextOpening } from "./time-window.ts";
import type { UnderWay } from "./under-way.ts";

export interface DialContactContext extends CampaignChange, PlaceContext, Pick<ServerContext, "held" | "network"> {
  signal: AbortSignal;
  /** Numbers that reached their calls per minute: at what time, and for how long. */
  limited: Map<string, { atMs: number; forMs: number }>;
  underWay: UnderWay;
  /** Begins a round. */
  wake(): void;
}

/**
 * `dialed`: the line dials. `asking`: the campaign's server is asked first, in the background. `passed`: the contact ended or waits, so the next one
 * may be called. `numberBusy`: its calling number takes no further call now. `stopped`: the campaign calls nobody now. `orgFull`: its organization
 * has no room for a call. `full`: this server has none.
 */
export type Dialed = "dialed" | "asking" | "passed" | NoRoom | "full";
type NoRoom = "numberBusy" | "stopped" | "orgFull";

/** The share of the organization's concurrent calls that all its campaigns together may use, so that people can still call. */
const ORG_SHARE = 0.8;

type Limits = Pick<DialContactContext, "config">;
const shareOf = (orgLimit: number): number => Math.max(1, Math.floor(orgLimit * ORG_SHARE));

/** The organization's own limit may be lower; `findNoRoom` reads it. */
export function maxConcurrencyOf({ config: { orgConcurrentCalls } }: Limits, { config }: StoredCampaign): number {
  return Math.min(config.maxConcurrency ?? CAMPAIGN_CONCURRENCY_DEFAULT, shareOf(orgConcurrentCalls));
}

/** Why the transaction of a call was given up. */
class NotClaimed extends Error {
  readonly why: NoRoom | "taken";
  constructor(why: NotClaimed["why"]) {
    super(why);
    this.why = why;
  }
}

/** Calls a leased contact, or ends or postpones it. `isEligible`: the campaign's server has approved the call. */
export async function dialContact(
  context: DialContactContext,
  campaign: StoredCampaign,
  contact: contacts.ContactRow,
  isEligible: boolean,
): Promise<Dialed> {
  const { db, now } = context;
  const { timeWindow } = campaign.config;
  if (timeWindow) {
    const opens = await db.transaction((tx) => postponeUntilOpen({ ...context, db: tx }, contact));
    if (!opens) return skip(context, campaign, contact, "outsideWindow", NEVER_OPEN);
    if (opens > now()) return "passed";
  }
  if (await isOnDoNotCallList(context, campaign.orgId, contact.number)) return skip(context, campaign, contact, "doNotCall");
  // The server is not asked about a call that cannot be made now, and the transaction of the call is not begun.
  const callingNumber = callingNumberOf(campaign.config, contact);
  const noRoom = isLimited(context, callingNumber) ? "numberBusy" : await findNoRoom(context, db, campaign, callingNumber);
  if (noRoom) {
    await contactStates.returnContacts(db, [contact.id]);
    return noRoom;
  }
  if (campaign.config.predialPlan?.enabled && !isEligible) return "asking";
  return place(context, campaign, contact);
}

export function isLimited({ limited, now }: DialContactContext, number: string): boolean {
  const limit = limited.get(number);
  return limit !== undefined && isRecent(limit.atMs, now().getTime(), limit.forMs);
}

/** Contacts from before campaigns called have none stored. */
export function timeZonesOf({ timeZones, number }: Pick<contacts.ContactRow, "timeZones" | "number">): readonly string[] {
  if (timeZones.length > 0) return timeZones;
  const read = readNumber(number);
  return typeof read === "string" ? [] : read.timeZones;
}

const NEVER_OPEN =
  "The time window is never open in all time zones that the number may be in. Give the contact a time zone, or the window one for all.";

async function skip(
  { db, now, messages }: DialContactContext,
  campaign: StoredCampaign,
  contact: contacts.ContactRow,
  outcome: "outsideWindow" | "doNotCall" | "notEligible" | "predialFailed" | "failed",
  detail?: string,
): Promise<"passed"> {
  await db.transaction(async (tx) => {
    const ended = await contactStates.endPending(tx, contactStates.contactOf(campaign.id, contact.id), outcome, detail, now());
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

/** Asks the campaign's server. Never fails: without its answer in the database, the contact's lease expires, and the server is asked again. */
export async function askAbout(
  context: DialContactContext,
  campaign: StoredCampaign,
  contact: contacts.ContactRow,
): Promise<void> {
  try {
    const found = await askPredial(context, campaign, contact).catch((error: unknown) => {
      context.signal.throwIfAborted();
      return { failure: error instanceof Error ? error.message : "The server could not be asked." };
    });
    if (found === true) context.underWay.addEligible(campaign, contact);
    else if (found === false) await skip(context, campaign, contact, "notEligible");
    else await skip(context, campaign, contact, "predialFailed", found.failure.slice(0, 500));
  } catch (error) {
    if (context.signal.aborted) return;
    const log = { campaignId: campaign.id, err: error };
    context.log.warn(log, "a contact of a campaign could not be asked about; it is tried again when its lease expires");
  }
  context.wake();
}

async function place(context: DialContactContext, campaign: StoredCampaign, contact: contacts.ContactRow): Promise<Dialed> {
  const { db, now, log } = context;
  const caller = asOrganization(campaign.orgId);
  const callingNumber = callingNumberOf(campaign.config, contact);
  let claimedBy: string | undefined;
  let number: PhoneNumber | undefined;
  try {
    const found = await requireCallingNumber(context, caller, callingNumber);
    number = found;
    await placePhoneCall(context, caller, targetOf(campaign), {
      number: found,
      customer: contact.customer,
      campaignId: campaign.id,
      claim: async (tx, callId) => {
        await claim(context, tx, campaign, contact, { callId, phoneNumberId: found.id });
        claimedBy = callId;
      },
      beforeDial: async (callId) => {
        if (!(await contactStates.markDialed(db, contact.id, callId, now()))) throw new NotClaimed("taken");
      },
    });
    context.messages.wake();
    return "dialed";
  } catch (error) {
    if (claimedBy !== undefined) await releaseContact(context, contact, claimedBy);
    if (error instanceof NotClaimed && error.why === "taken") return "passed";
    const code = error instanceof PlatformError ? error.code : "";
    // The line of this number is away. Other numbers may call.
    const isLineAway = code === "call-host-unavailable" && number === undefined;
    const noRoom = error instanceof NotClaimed ? error.why : isLineAway ? "numberBusy" : NO_ROOM[code];
    if (noRoom && noRoom !== "taken") {
      if (error instanceof PlatformError && noRoom === "numberBusy")
        context.limited.set(callingNumber, { atMs: now().getTime(), forMs: (error.retryAfterSeconds ?? 1) * 1_000 });
      await contactStates.returnContacts(db, [contact.id]);
      return noRoom;
    }
    if (!(error instanceof PlatformError)) throw error;
    if (!ABOUT_ORG.has(error.code) && (hasOwnSettings(contact) || isAboutNumber(error)))
      return skip(context, campaign, contact, "failed", sentenceOf(error));
    // All other contacts would fail in the same way.
    log.info({ campaignId: campaign.id, code: error.code, err: error }, "a campaign pauses");
    await contactStates.returnContacts(db, [contact.id]);
    await pauseCampaign(context, campaign.id, sentenceOf(error));
    return "stopped";
  }
}

const NO_ROOM: Readonly<Partial<Record<string, NoRoom | "full">>> = {
  "at-capacity": "orgFull",
  "call-host-unavailable": "full",
  "rate-limited": "numberBusy",
};

/** The limit of concurrent calls that is reached; undefined if there is room. */
async function findNoRoom(
  limits: Limits,
  db: Database,
  campaign: StoredCampaign,
  phoneNumberId: string,
): Promise<NoRoom | undefined> {
  const open = await counters.countOpen(db, campaign.orgId, { campaignId: campaign.id, phoneNumberId });
  if (open.ofCampaign >= maxConcurrencyOf(limits, campaign)) return "stopped";
  const { limit } = await orgCallLimit({ config: limits.config, db }, campaign.orgId);
  if (open.ofCampaigns >= shareOf(limit) || open.ofOrg >= limit) return "orgFull";
  return open.ofNumber >= (campaign.config.numberConcurrency ?? Number.POSITIVE_INFINITY) ? "numberBusy" : undefined;
}

/** Reads the calling hours again: they may have changed since this round began, together with the waiting contacts. Returns when they open. */
async function postponeUntilOpen(context: CampaignChange, contact: contacts.ContactRow): Promise<Date | undefined> {
  const now = context.now();
  const { timeWindow } = (await holdCampaign(context, contact.campaignId))?.config ?? {};
  const opens = timeWindow ? nextOpening(timeWindow, timeZonesOf(contact), now) : now;
  if (opens && opens > now) await contactStates.postpone(context.db, contact, opens);
  return opens;
}

/** In the transaction that stores the call, which holds the organization's lock: the limits are kept on all nodes together. */
async function claim(
  context: DialContactContext,
  tx: Database,
  campaign: StoredCampaign,
  contact: contacts.ContactRow,
  { callId, phoneNumberId }: { callId: string; phoneNumberId: string },
): Promise<void> {
  if (!(await holdRunning(tx, campaign.id))) throw new NotClaimed("stopped");
  const noRoom = await findNoRoom(context, tx, campaign, phoneNumberId);
  if (noRoom) throw new NotClaimed(noRoom);
  if (!(await contactStates.dispatchContact(tx, contact, callId, context.now()))) throw new NotClaimed("taken");
  const told = { ...describeContact(contact), callId };
  await context.messages.campaignHappened(tx, campaign, { type: "contact.dispatched", fields: { contact: told } });
}

/** Refusals that concern the organization, not the contact. */
const ABOUT_ORG: ReadonlySet<string> = new Set(["budget-spent", "quota-full", "quota-reached"]);

/** A carrier's number does not call this contact's: it is in another country, or a paid service. */
const isAboutNumber = ({ problems = [] }: PlatformError) => problems.some((problem) => problem.startsWith("customer.number"));

/** Whether the contact has settings besides its variables, which may be why its call cannot be placed. */
function hasOwnSettings({ customer: { assistantOverrides, squadOverrides } }: contacts.ContactRow): boolean {
  const settings = [assistantOverrides, squadOverrides].flatMap((overrides) => Object.keys(overrides ?? {}));
  return settings.some((name) => name !== "variableValues");
}
