import { CAMPAIGN_CONCURRENCY_DEFAULT, PlatformError, SERVER_TIMEOUT_SECONDS } from "@callwright/contract";
import { asOrganization } from "../call/incoming-call.ts";
import { changeCampaign, listRunning, type RunningCampaign } from "./campaign-store.ts";
import * as counters from "./contact-counters.ts";
import * as contactSteps from "./contact-steps.ts";
import type * as contacts from "./contact-store.ts";
import { describeContact } from "./describe-contact.ts";
import { type DialContactContext, type Dialed, dialContact } from "./dial-contact.ts";
import { finishCampaign, settleContacts } from "./settle-contacts.ts";
import { pauseCampaign, requireNumbers, sentenceOf } from "./steps.ts";

/** Calls that a node places at the same time. */
const PLACED_TOGETHER = 8;
/** A round that places calls gives way to settling after this. */
const ROUND_MS = 2_000;
/** Contacts that a node takes from a campaign at once. */
const LEASED_TOGETHER = 8;
/** How long placing a call may take, besides the question to the campaign's server. */
const LEASE_MS = 60_000;

export type RunnerContext = Omit<DialContactContext, "maxConcurrency">;

function maxConcurrencyOf(
  { config: { orgConcurrentCalls } }: Pick<RunnerContext, "config">,
  { config }: RunningCampaign,
): number {
  const share = Math.max(1, Math.floor(orgConcurrentCalls * ORG_SHARE));
  return Math.min(config.maxConcurrency ?? CAMPAIGN_CONCURRENCY_DEFAULT, share);
}

/** What of the organization's concurrent calls a campaign takes at most, so that people can still call. */
const ORG_SHARE = 0.8;

/** `idle`: nothing runs. `waiting`: calls or times are waited for. `busy`: there may be more to do at once. */
export type Round = "idle" | "waiting" | "busy";

/**
 * One round of all campaigns, on any node: settles contacts whose calls have ended, begins and ends campaigns, and calls contacts. Every step
 * is a transaction that another node's same step makes ineffective, so a round may end anywhere.
 */
export async function runCampaigns(context: RunnerContext): Promise<Round> {
  const settled = await settleContacts(context);
  const running: RunningCampaign[] = [];
  for (const campaign of await listRunning(context, context.now()))
    if ((await begin(context, campaign)) && !(await endIfLate(context, campaign)) && !(await finishCampaign(context, campaign)))
      running.push(campaign);
  const done = await dialFairly(context, running);
  if (settled + done > 0) return "busy";
  return running.length > 0 ? "waiting" : "idle";
}

/** scheduled → in-progress. False: it pauses, because a number cannot call. */
async function begin(context: RunnerContext, campaign: RunningCampaign): Promise<boolean> {
  const { db, now, messages } = context;
  if (campaign.state.status === "in-progress") return true;
  try {
    await requireNumbers(context, asOrganization(campaign.orgId), campaign);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    await pauseCampaign(context, campaign.id, sentenceOf(error));
    return false;
  }
  const state = { status: "in-progress", startedAt: now().toISOString() } as const;
  await db.transaction(async (tx) => {
    if (await changeCampaign(tx, campaign.id, ["scheduled"], { state }, now()))
      await messages.campaignHappened(tx, campaign, { type: "campaign.started" });
  });
  messages.wake();
  return true;
}

/** After `latestAt` nobody is called. False: it is not so late. */
async function endIfLate(context: RunnerContext, campaign: RunningCampaign): Promise<boolean> {
  const { db, now, messages } = context;
  const { latestAt } = campaign.config.schedulePlan ?? {};
  if (latestAt === undefined || Date.parse(latestAt) > now().getTime()) return false;
  await db.transaction(async (tx) => {
    for (const contact of await contactSteps.endPending(tx, contactSteps.contactsOf(campaign.id), "tooLate", undefined, now()))
      await messages.campaignHappened(tx, campaign, { type: "contact.skipped", fields: { contact: describeContact(contact) } });
  });
  await finishCampaign(context, campaign);
  return true;
}

/** A campaign's turn in a round. */
interface Turn {
  campaign: RunningCampaign;
  leased: contacts.ContactRow[];
  /** Calls that it may still make. */
  room: number;
}

/** Calls contacts, one of each organization in turn, and of an organization one of each campaign in turn. Answers how many were dealt with. */
async function dialFairly(context: RunnerContext, running: readonly RunningCampaign[]): Promise<number> {
  if (running.length === 0) return 0;
  const open = await counters.countDispatched(
    context.db,
    running.map(({ id }) => id),
  );
  const queues = new Map<string, Turn[]>();
  for (const campaign of running) {
    const room = maxConcurrencyOf(context, campaign) - (open.get(campaign.id) ?? 0);
    if (room > 0) queues.set(campaign.orgId, [...(queues.get(campaign.orgId) ?? []), { campaign, leased: [], room }]);
  }
  const turns = [...queues.values()].flat();
  const endsAtMs = performance.now() + ROUND_MS;
  let [done, isFull] = [0, false];
  const worker = async () => {
    while (!isFull && !context.signal.aborted && performance.now() < endsAtMs) {
      const turn = nextTurn(queues);
      if (!turn) return;
      turn.room -= 1;
      const result = await takeTurn(context, turn);
      if (result === "dialed" || result === "passed") done += 1;
      if (result === "passed") turn.room += 1;
      else if (result === "full") isFull = true;
      else if (result === "stopped") turn.room = 0;
    }
  };
  try {
    await Promise.all(Array.from({ length: PLACED_TOGETHER }, worker));
  } finally {
    const left = turns.flatMap(({ leased }) => leased.splice(0).map(({ id }) => id));
    await contactSteps.returnContacts(context.db, left, null);
  }
  return done;
}

/** The campaign whose turn it is. It goes to the end of its organization's queue, and the organization to the end of all. */
function nextTurn(queues: Map<string, Turn[]>): Turn | undefined {
  for (const [orgId, turns] of queues) {
    queues.delete(orgId);
    const turn = turns.find(({ room }) => room > 0);
    if (!turn) continue;
    queues.set(orgId, [...turns.filter((each) => each !== turn), turn]);
    return turn;
  }
  return undefined;
}

async function takeTurn(context: RunnerContext, turn: Turn): Promise<Dialed> {
  const { campaign, leased } = turn;
  if (leased.length === 0) {
    const { server, predialPlan } = campaign.config;
    const askMs = predialPlan?.enabled ? (server?.timeoutSeconds ?? SERVER_TIMEOUT_SECONDS.default) * 1_000 : 0;
    const now = context.now();
    const until = new Date(now.getTime() + LEASE_MS + askMs * LEASED_TOGETHER);
    const limit = Math.min(LEASED_TOGETHER, turn.room + 1);
    leased.push(...(await contactSteps.leaseContacts(context, campaign.id, { limit, now, until })));
  }
  const contact = leased.shift();
  return contact
    ? dialContact({ ...context, maxConcurrency: maxConcurrencyOf(context, campaign) }, campaign, contact)
    : "stopped";
}
