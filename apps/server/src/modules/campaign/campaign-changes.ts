import {
  type CampaignRehearsal,
  type ContactOutcome,
  CreateCampaign,
  invalid,
  NAME_MAX_CHARACTERS,
  PlatformError,
  REHEARSAL_CALLS,
} from "@callwright/contract";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import { parseWhole } from "../../platform/http/parse-whole.ts";
import type { ServerContext } from "../../platform/platform.ts";
import type { SealedDatabase } from "../../platform/secrets/sealed-headers.ts";
import { type PlaceContext, placePhoneCall, requireCallingNumber } from "../call/api/phone-call.ts";
import type { ServerMessages } from "../webhook/server-messages.ts";
import { type CampaignState, changeCampaign, findCampaign, type StoredCampaign } from "./campaign-store.ts";
import * as counters from "./contact-counters.ts";
import * as contactStates from "./contact-states.ts";
import * as contacts from "./contact-store.ts";

/** `db` may be a transaction. */
export interface CampaignChange extends Pick<ServerContext, "db" | "now" | "secrets"> {
  messages: ServerMessages;
}

const OPEN = ["scheduled", "in-progress"] as const;

/** Ends a campaign. Running calls continue to their end. Without effect on one that has ended. */
export async function cancelCampaign(
  context: CampaignChange & { orgId: string },
  id: string,
  status: "ended" | "cancelled",
): Promise<void> {
  const { db, now, messages, orgId } = context;
  const campaign = await required(context, orgId, id);
  const endedReason: CampaignState["endedReason"] =
    campaign.state.status === "in-progress" ? "campaign.in-progress.ended-by-user" : "campaign.scheduled.ended-by-user";
  const endedAt = now().toISOString();
  if (!(await changeCampaign(db, id, OPEN, { state: { status, endedReason, endedAt } }, now()))) return;
  await contactStates.endPending(db, contactStates.contactsOf(id), "canceled", undefined, now());
  await messages.campaignHappened(db, campaign, { type: "campaign.cancelled" });
}

/** `reason`: why it pauses by itself. Without effect on a campaign that is over. */
export async function pauseCampaign(context: Pick<CampaignChange, "db" | "now">, id: string, reason?: string): Promise<void> {
  const change = reason === undefined ? { without: ["pauseReason"] as const } : { state: { pauseReason: reason } };
  await changeCampaign(context.db, id, OPEN, { ...change, paused: true }, context.now());
}

/** Starts a campaign or lets it go on. Fails with `campaign-over`, or with `validation-failed` when its numbers cannot call. */
export async function resumeCampaign(context: CampaignChange & PlaceContext, caller: OrgCaller, id: string): Promise<void> {
  const campaign = await required(context, caller.orgId, id);
  requireOpen(campaign, "duplicate it, or call its contacts again.");
  parseWhole(CreateCampaign, { ...campaign.config, paused: false });
  await requireNumbers(context, caller, campaign);
  if (!(await counters.hasOpenContacts(context.db, id)))
    throw invalid("customers must have somebody to call: add contacts first");
  await changeCampaign(context.db, id, OPEN, { without: ["pauseReason"], paused: false }, context.now());
}

/** Calls contacts with these outcomes again, in a campaign that runs or is over. Fails with `campaign-over` or `validation-failed`. */
export async function redialCampaign(
  context: CampaignChange,
  orgId: string,
  id: string,
  outcomes: readonly ContactOutcome[],
): Promise<void> {
  const { now, messages } = context;
  await context.db.transaction(async (db) => {
    const campaign = await required({ ...context, db }, orgId, id);
    if (campaign.state.status === "archived")
      throw new PlatformError("campaign-over", { status: "archived", instead: "bring it back from the archive first." });
    const { latestAt } = campaign.config.schedulePlan ?? {};
    if (latestAt !== undefined && Date.parse(latestAt) <= now().getTime())
      throw invalid(`schedulePlan.latestAt has passed: ${latestAt}. Duplicate the campaign`);
    const state = { status: "in-progress", startedAt: campaign.state.startedAt ?? now().toISOString() } as const;
    const without = ["endedReason", "endedAt", "pauseReason"] as const;
    await changeCampaign(db, id, ["in-progress", "ended", "cancelled"], { state, without, paused: false }, now());
    if ((await contactStates.redialContacts(db, id, outcomes, now())) === 0)
      throw invalid(`outcomes must be those of some contact; none ended with ${outcomes.join(" or ")}`);
    await messages.campaignHappened(db, campaign, { type: "campaign.job.continued" });
  });
}

/** Without effect on one that is not archived. */
export async function unarchiveCampaign(context: CampaignChange, orgId: string, id: string): Promise<void> {
  await context.db.transaction(async (db) => {
    const campaign = await required({ ...context, db }, orgId, id);
    const status = campaign.state.archivedFrom ?? "ended";
    if (await changeCampaign(db, id, ["archived"], { state: { status }, without: ["archivedFrom"] }, context.now()))
      await context.messages.campaignHappened(db, campaign, { type: "campaign.unarchived" });
  });
}

/** Simulated people answer random contacts. Fails with `validation-failed`, or with `campaign-running` after the start. */
export async function rehearseCampaign(context: CampaignChange & PlaceContext, caller: OrgCaller, id: string): Promise<void> {
  const campaign = await required(context, caller.orgId, id);
  if (campaign.state.status !== "scheduled")
    throw new PlatformError("campaign-running", { what: "it can be rehearsed before only", instead: "Duplicate it." });
  parseWhole(CreateCampaign, { ...campaign.config, paused: false });
  const picked = await contacts.pickRandom(context, id, REHEARSAL_CALLS);
  if (picked.length === 0) throw invalid("customers must have somebody to call: add contacts first");
  await requireNumbers(context, caller, campaign);
  const calls: CampaignRehearsal["calls"] = [];
  for (const contact of picked) calls.push(await rehearseContact(context, caller, campaign, contact));
  const rehearsal = { startedAt: context.now().toISOString(), calls };
  await changeCampaign(context.db, id, OPEN, { state: { rehearsal } }, context.now());
}

async function rehearseContact(
  context: PlaceContext,
  caller: OrgCaller,
  campaign: StoredCampaign,
  contact: contacts.ContactRow,
): Promise<CampaignRehearsal["calls"][number]> {
  const { id: contactId, number } = contact;
  try {
    const calling = await requireCallingNumber(context, caller, callingNumberOf(campaign.config, contact));
    const name = `Rehearsal: ${campaign.config.name}`.slice(0, NAME_MAX_CHARACTERS);
    // Nobody is called by a carrier, whatever number the campaign has.
    const { id, orgId, createdAt, updatedAt, number: shown } = calling;
    const answering = {
      id,
      orgId,
      createdAt,
      updatedAt,
      number: shown,
      provider: "simulated",
      outcomes: { answers: 1 },
    } as const;
    const { id: callId } = await placePhoneCall(context, caller, targetOf(campaign), {
      number: answering,
      customer: contact.customer,
      name,
    });
    return { contactId, number, callId };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { contactId, number, problem: sentenceOf(error) };
  }
}

export const sentenceOf = (error: PlatformError): string => error.problems?.join("; ") ?? error.message;

/** The number that calls a contact. The numbers of a dial plan take turns, for contacts without a number of their own. */
export function callingNumberOf(
  { phoneNumberId: only, dialPlan = [] }: Pick<CreateCampaign, "phoneNumberId" | "dialPlan">,
  { phoneNumberId, position }: Pick<contacts.ContactRow, "phoneNumberId" | "position">,
): string {
  const turns = dialPlan[(position - 1) % Math.max(1, dialPlan.length)]?.phoneNumberId;
  return (phoneNumberId ?? only ?? turns ?? "").toLowerCase();
}

/** The assistant, squad or workflow that talks in the campaign's calls. */
export function targetOf({ config }: StoredCampaign) {
  const { assistantId, squadId, workflowId, assistantOverrides, squadOverrides } = config;
  return { assistantId, squadId, workflowId, assistantOverrides, squadOverrides };
}

/** Fails with `validation-failed` when one of the campaign's numbers cannot call. */
export async function requireNumbers(
  context: PlaceContext,
  caller: OrgCaller,
  { config }: Pick<StoredCampaign, "config">,
): Promise<void> {
  const ids = [config.phoneNumberId, ...(config.dialPlan ?? []).map(({ phoneNumberId }) => phoneNumberId)];
  for (const id of new Set(ids)) if (id !== undefined) await requireCallingNumber(context, caller, id.toLowerCase());
}

export const isOver = ({ state: { status } }: StoredCampaign): boolean => status !== "scheduled" && status !== "in-progress";

function requireOpen(campaign: StoredCampaign, instead: string): void {
  if (isOver(campaign)) throw new PlatformError("campaign-over", { status: campaign.state.status, instead });
}

const required = async (context: SealedDatabase, orgId: string, id: string): Promise<StoredCampaign> =>
  found(await findCampaign(context, orgId, id), "Campaign");
