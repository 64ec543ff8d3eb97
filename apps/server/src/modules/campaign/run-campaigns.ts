import { PlatformError, SERVER_TIMEOUT_SECONDS } from "@callwright/contract";
import { endsWithin } from "../../platform/config/ends-within.ts";
import { asOrganization } from "../call/api/incoming-call.ts";
import { longestMs } from "../credential/outgoing/retry-request.ts";
import { callingNumberOf, pauseCampaign, requireNumbers, sentenceOf } from "./campaign-changes.ts";
import { changeCampaign, findCampaign, listRunning, type StoredCampaign } from "./campaign-store.ts";
import * as counters from "./contact-counters.ts";
import * as contactStates from "./contact-states.ts";
import type * as contacts from "./contact-store.ts";
import { describeContact } from "./describe-contact.ts";
import { askAbout, type DialContactContext, type Dialed, dialContact, isLimited, maxConcurrencyOf } from "./dial-contact.ts";
import { finishCampaign, settleContacts } from "./settle-contacts.ts";

/** Calls that a node places at the same time. */
const PLACED_TOGETHER = 8;
/**
 * After this time, a round stops placing calls, so that ended calls are settled. A call that takes longer to place, such as one with a silent tool
 * server, continues in the background.
 */
const ROUND_MS = 2_000;
/** Contacts that a node takes from a campaign at once. */
const LEASED_TOGETHER = 8;
/** How long placing a call may take, besides the question to the campaign's server with its retries. */
const LEASE_MS = 60_000;

/** `idle`: nothing runs. `waiting`: the campaign waits for calls or for a time. `busy`: there may be more to do immediately. */
export type Round = "idle" | "waiting" | "busy";

/**
 * One round of all campaigns, on any node: settles contacts whose calls have ended, begins and ends campaigns, and calls contacts. Every step
 * is a transaction that another node's same step makes ineffective, so a round may end anywhere.
 */
export async function runCampaigns(context: DialContactContext): Promise<Round> {
  const settled = await settleContacts(context);
  const running: StoredCampaign[] = [];
  for (const listed of await listRunning(context, context.now())) {
    const campaign = await begin(context, listed);
    if (campaign && !(await endIfLate(context, campaign)) && !(await finishCampaign(context, campaign))) running.push(campaign);
  }
  await contactStates.returnContacts(context.db, idsOf(context.underWay.takeOthers(running)));
  const done = await dialFairly(context, running);
  if (settled + done > 0) return "busy";
  return running.length > 0 ? "waiting" : "idle";
}

/** scheduled → in-progress. Undefined: it pauses, because a number cannot call, or it is gone. */
async function begin(context: DialContactContext, campaign: StoredCampaign): Promise<StoredCampaign | undefined> {
  const { db, now, messages } = context;
  if (campaign.state.status === "in-progress") return campaign;
  try {
    await requireNumbers(context, asOrganization(campaign.orgId), campaign);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    await pauseCampaign(context, campaign.id, sentenceOf(error));
    return undefined;
  }
  const state = { status: "in-progress", startedAt: now().toISOString() } as const;
  await db.transaction(async (tx) => {
    if (await changeCampaign(tx, campaign.id, ["scheduled"], { state }, now()))
      await messages.campaignHappened(tx, campaign, { type: "campaign.started" });
  });
  messages.wake();
  // The campaign could change until it began, so it is read again.
  return findCampaign(context, campaign.orgId, campaign.id);
}

/** Ends the campaign after `latestAt`, when nobody is called. False: it is not that late. */
async function endIfLate(context: DialContactContext, campaign: StoredCampaign): Promise<boolean> {
  const { db, now, messages } = context;
  const { latestAt } = campaign.config.schedulePlan ?? {};
  if (latestAt === undefined || Date.parse(latestAt) > now().getTime()) return false;
  await db.transaction(async (tx) => {
    for (const contact of await contactStates.endPending(tx, contactStates.contactsOf(campaign.id), "tooLate", undefined, now()))
      await messages.campaignHappened(tx, campaign, { type: "contact.skipped", fields: { contact: describeContact(contact) } });
  });
  await finishCampaign(context, campaign);
  return true;
}

const idsOf = (rows: readonly contacts.ContactRow[]) => rows.map(({ id }) => id);

/** What a round does for one campaign. */
interface Dialing {
  campaign: StoredCampaign;
  leased: contacts.ContactRow[];
  /** The number of calls that it may still make. */
  room: number;
  /** Numbers whose contacts wait for the next round. */
  busyNumbers: Set<string>;
}

/**
 * Calls contacts, one for each organization in turn, and within an organization one for each campaign in turn. Returns how many contacts were
 * handled.
 */
async function dialFairly(context: DialContactContext, running: readonly StoredCampaign[]): Promise<number> {
  if (running.length === 0) return 0;
  const open = await counters.countDispatched(
    context.db,
    running.map(({ id }) => id),
  );
  const queues = new Map<string, Dialing[]>();
  const limited = [...context.limited.keys()].filter((number) => isLimited(context, number));
  for (const campaign of running) {
    const room = maxConcurrencyOf(context, campaign) - (open.get(campaign.id) ?? 0) - context.underWay.count(campaign.id);
    const dialing: Dialing = { campaign, leased: [], room, busyNumbers: new Set(limited) };
    if (room > 0) queues.set(campaign.orgId, [...(queues.get(campaign.orgId) ?? []), dialing]);
  }
  const dialings = [...queues.values()].flat();
  const endsAtMs = performance.now() + ROUND_MS;
  let [done, isStopped] = [0, false];
  const worker = async () => {
    while (!isStopped && !context.signal.aborted && performance.now() < endsAtMs) {
      const dialing = nextDialing(queues);
      if (!dialing) return;
      dialing.room -= 1;
      const result = await withinRound(context, dialing, dialNext(context, dialing));
      if (result === "dialed" || result === "passed") done += 1;
      if (result === "passed" || result === "numberBusy") dialing.room += 1;
      else if (result === "full") isStopped = true;
      else if (result === "stopped") dialing.room = 0;
      else if (result === "orgFull")
        for (const each of dialings) if (each.campaign.orgId === dialing.campaign.orgId) each.room = 0;
    }
  };
  const stopAll = (error: unknown) => {
    isStopped = true;
    throw error;
  };
  const workers = await Promise.allSettled(Array.from({ length: PLACED_TOGETHER }, () => worker().catch(stopAll)));
  const left = dialings.flatMap(({ leased }) => leased.splice(0));
  await contactStates.returnContacts(context.db, idsOf(left));
  for (const each of workers) if (each.status === "rejected") throw each.reason;
  return done;
}

/** The next campaign. It goes to the end of its organization's queue, and the organization to the end of all. */
function nextDialing(queues: Map<string, Dialing[]>): Dialing | undefined {
  for (const [orgId, dialings] of queues) {
    // A campaign without room stays in the list: calls that are not placed give room back.
    const dialing = dialings.find(({ room }) => room > 0);
    if (!dialing) continue;
    queues.delete(orgId);
    queues.set(orgId, [...dialings.filter((each) => each !== dialing), dialing]);
    return dialing;
  }
  return undefined;
}

/** The result for one contact. `asking`: the work takes longer than the round and continues in the background. */
async function withinRound(context: DialContactContext, dialing: Dialing, taken: Promise<Dialed>): Promise<Dialed> {
  if (await endsWithin(taken, ROUND_MS)) return taken;
  context.underWay.keep(finishLate(context, dialing, taken));
  return "asking";
}

/** Never fails. */
async function finishLate(context: DialContactContext, { campaign, leased }: Dialing, taken: Promise<Dialed>): Promise<void> {
  try {
    await taken;
    // The round may have ended before it called these contacts.
    await contactStates.returnContacts(context.db, idsOf(leased.splice(0)));
    context.wake();
  } catch (error) {
    const log = { campaignId: campaign.id, err: error };
    context.log.warn(log, "a contact of a campaign could not be called; it is tried again when its lease expires");
  }
}

async function dialNext(context: DialContactContext, dialing: Dialing): Promise<Dialed> {
  const { campaign } = dialing;
  const { underWay } = context;
  const eligible = underWay.takeEligible(campaign);
  if (!eligible && !underWay.hasRoom(campaign)) return "stopped";
  const end = underWay.enter(campaign);
  let isAsking = false;
  try {
    if (eligible) return await dialContact(context, campaign, eligible, true);
    const contact = await nextContact(context, dialing);
    if (!contact) return "stopped";
    const result = await dialContact(context, campaign, contact, false);
    if (result === "numberBusy") await passOverNumber(context, dialing, callingNumberOf(campaign.config, contact));
    if (result !== "asking") return result;
    isAsking = true;
    underWay.keep(askAbout(context, campaign, contact).finally(end));
    return result;
  } finally {
    if (!isAsking) end();
  }
}

async function nextContact(context: DialContactContext, dialing: Dialing): Promise<contacts.ContactRow | undefined> {
  const { campaign, leased, busyNumbers } = dialing;
  if (leased.length === 0) {
    const { server, predialPlan } = campaign.config;
    const { timeoutSeconds = SERVER_TIMEOUT_SECONDS.default, backoffPlan } = server ?? {};
    const askMs = predialPlan?.enabled ? longestMs({ timeoutMs: timeoutSeconds * 1_000, backoffPlan }) : 0;
    const now = context.now();
    const until = new Date(now.getTime() + LEASE_MS + askMs);
    const limit = Math.min(LEASED_TOGETHER, dialing.room + 1);
    leased.push(...(await contactStates.leaseContacts(context, campaign, { limit, now, until, busyNumbers })));
  }
  return leased.shift();
}

/** Leaves out contacts of a busy number for the rest of the round, so that contacts of other numbers are called. */
async function passOverNumber({ db }: DialContactContext, dialing: Dialing, busyNumber: string): Promise<void> {
  dialing.busyNumbers.add(busyNumber);
  const leased = dialing.leased.splice(0);
  const isPassed = (contact: contacts.ContactRow) => callingNumberOf(dialing.campaign.config, contact) === busyNumber;
  dialing.leased.push(...leased.filter((contact) => !isPassed(contact)));
  await contactStates.returnContacts(db, idsOf(leased.filter(isPassed)));
}
