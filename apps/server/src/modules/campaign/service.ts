import { isDeepStrictEqual } from "node:util";
import {
  CAMPAIGN_CHANGEABLE_FIELDS,
  type Campaign,
  type CampaignQuery,
  CONTACT_STATUSES,
  type ContactCounters,
  type ContactError,
  type CreateCampaign,
  type Customer,
  invalid,
  type OutcomeCounters,
  PlatformError,
  RETRY_DEFAULTS,
  type UpdateCampaign,
} from "@callwright/contract";
import { oneOf, texts } from "../../platform/db/list-filters.ts";
import type { Page } from "../../platform/db/page-start.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { findResourceForUpdate } from "../../platform/resource-kit/resource-store.ts";
import type { ServerMessages } from "../webhook/server-messages.ts";
import { callingNumberOf, cancelCampaign } from "./campaign-changes.ts";
import { changeCampaign, hasStatus } from "./campaign-store.ts";
import { campaigns, requireNotStarted } from "./campaigns.ts";
import * as counters from "./contact-counters.ts";
import { addCustomers } from "./contact-service.ts";
import { forgetWindow } from "./contact-states.ts";
import * as contacts from "./contact-store.ts";
import { campaign } from "./tables.ts";

export interface CampaignContext extends ResourceContext {
  messages: ServerMessages;
  /** A campaign may have something to do now. */
  wakeCampaigns: () => void;
}

/** Stores the customers as contacts. The response names those that cannot be called. */
export async function createCampaign(context: CampaignContext, caller: OrgCaller, body: CreateCampaign): Promise<Campaign> {
  const created = await context.db.transaction(async (db) => {
    const within = { ...context, db };
    const entity = await campaigns.create(within, caller, withoutCustomers(body));
    const { duplicateFromCampaignId: original } = body;
    const errors = await addCustomers(within, entity, body);
    if (original !== undefined && !hasCustomers(body)) {
      const copies = await contacts.copiesOf(within, original.toLowerCase(), asNew(entity, context.now()));
      await contacts.insertContacts(within, copies);
      await contacts.forgetNumbers(db, entity.id, numbersOf(entity));
    }
    return { entity, errors };
  });
  context.wakeCampaigns();
  return answered(context, caller, created.entity.id, created.errors);
}

const asNew = ({ id }: Campaign, at: Date) => ({ campaignId: id, createdAt: at, updatedAt: at });

export async function getCampaign(context: ResourceContext, caller: OrgCaller, id: string): Promise<Campaign> {
  const [counted] = await withCounters(context, caller.orgId, [await campaigns.get(context, caller, id)]);
  const whole = found(counted, "Campaign");
  return { ...whole, ...(await peopleOf(context, whole)), calls: await counters.callsOf(context.db, caller.orgId, id) };
}

export async function listCampaigns(context: ResourceContext, caller: OrgCaller, query: CampaignQuery): Promise<Page<Campaign>> {
  const filters = [...oneOf(campaign.id, texts(query.id)), ...(query.status === undefined ? [] : [hasStatus(query.status)])];
  const page = await campaigns.page(context, caller, query, filters);
  return { ...page, results: await withCounters(context, caller.orgId, page.results) };
}

/** Before the start every field can change, and `customers` replaces all contacts. */
export async function updateCampaign(
  context: CampaignContext,
  caller: OrgCaller,
  id: string,
  patch: UpdateCampaign,
): Promise<Campaign> {
  const errors = await context.db.transaction(async (db) => {
    const within = { ...context, db };
    // The campaign must not begin between the check and the change.
    found(await findResourceForUpdate(db, caller.orgId, { table: campaign }, id), "Campaign");
    const before = await campaigns.get(within, caller, id);
    const { status, ...fields } = changedFields(patch, await getCampaign(within, caller, id));
    if (status && !WRITABLE.has(status)) throw invalid(`status must be one of: ${[...WRITABLE].join(", ")}`);
    const fixed = Object.keys(fields).find((field) => !CAMPAIGN_CHANGEABLE_FIELDS.includes(field));
    const { customers, dialPlan } = fields;
    // A dial plan without customers says only which numbers call.
    const replaced = customers !== undefined || hasCustomers({ dialPlan: dialPlan ?? undefined });
    if (fixed !== undefined) requireNotStarted(before, `${fixed} cannot change any more`);
    let entity = before;
    if (Object.keys(fields).length > 0 || !status)
      entity = await campaigns.update(within, caller, id, withoutCustomers(fields as Partial<CreateCampaign>));
    if (replaced) await contacts.deleteContacts(db, id);
    else if (fields.phoneNumberId !== undefined || dialPlan !== undefined)
      await contacts.forgetNumbers(db, id, numbersOf(entity));
    if (fields.timeWindow !== undefined)
      await forgetWindow(db, id, entity.retryPlan?.delayMinutes ?? RETRY_DEFAULTS.delayMinutes);
    const stored = replaced
      ? await addCustomers(within, entity, { customers: customers ?? undefined, dialPlan: dialPlan ?? undefined })
      : [];
    if (fields.paused !== undefined)
      await changeCampaign(db, id, ["scheduled", "in-progress"], { without: ["pauseReason"] }, context.now());
    if (status === "archived") await archive(within, entity);
    else if (status) await cancelCampaign({ ...within, orgId: caller.orgId }, id, status as "ended" | "cancelled");
    return stored;
  });
  context.messages.wake();
  context.wakeCampaigns();
  return answered(context, caller, id, errors);
}

/** The status that a client may set. */
const WRITABLE: ReadonlySet<string> = new Set(["ended", "cancelled", "archived"]);

/** A client may write back what it read. */
function changedFields(patch: UpdateCampaign, current: Campaign): UpdateCampaign {
  const fields = Object.entries(patch).filter(([name, value]) => !isDeepStrictEqual(value, current[name]));
  return Object.fromEntries(fields);
}

/** A campaign that has not started is paused, so that bringing it back does not start it. */
async function archive({ db, now, messages }: CampaignContext, entity: Campaign): Promise<void> {
  const { id, orgId, status: archivedFrom } = entity;
  if (archivedFrom === "archived") return;
  const change = { state: { status: "archived", archivedFrom }, ...(archivedFrom === "scheduled" && { paused: true }) } as const;
  if (!(await changeCampaign(db, id, ["ended", "cancelled", "scheduled"], change, now())))
    throw new PlatformError("campaign-running", { what: "it cannot be archived while it runs", instead: "Cancel it first." });
  await messages.campaignHappened(db, { id, orgId, config: entity }, { type: "campaign.archived" });
}

async function answered(context: ResourceContext, caller: OrgCaller, id: string, errors: ContactError[]): Promise<Campaign> {
  const entity = await getCampaign(context, caller, id);
  return errors.length > 0 ? { ...entity, contactErrors: errors } : entity;
}

/** The numbers that call, by their ids. */
const numbersOf = ({ phoneNumberId, dialPlan = [] }: Pick<Campaign, "phoneNumberId" | "dialPlan">): string[] =>
  [phoneNumberId, ...dialPlan.map((each) => each.phoneNumberId)].flatMap((id) => (id === undefined ? [] : [id.toLowerCase()]));

const hasCustomers = ({ customers, dialPlan }: Partial<CreateCampaign>): boolean =>
  [...(customers ?? []), ...(dialPlan ?? []).flatMap((each) => each.customers)].length > 0;

/** Customers are stored in a separate table. */
function withoutCustomers<Fields extends Partial<CreateCampaign>>({ customers: _, dialPlan, ...fields }: Fields): Fields {
  const numbers = dialPlan?.map(({ phoneNumberId }) => ({ phoneNumberId, customers: [] }));
  return { ...fields, ...(dialPlan !== undefined && { dialPlan: numbers ?? dialPlan }) } as Fields;
}

/** The stored customers in the form in which they were sent. */
async function peopleOf(context: ResourceContext, { id, dialPlan }: Campaign): Promise<Pick<Campaign, "customers" | "dialPlan">> {
  const all = await contacts.listContacts(context, id);
  if (!dialPlan) return { customers: all.map(({ customer }) => customer) };
  const of = new Map<string, Customer[]>(numbersOf({ dialPlan }).map((number) => [number, []]));
  for (const each of all) of.get(callingNumberOf({ dialPlan }, each))?.push(each.customer);
  return { dialPlan: dialPlan.map((each) => ({ ...each, customers: of.get(each.phoneNumberId.toLowerCase()) ?? [] })) };
}

async function withCounters({ db }: ResourceContext, orgId: string, entities: readonly Campaign[]): Promise<Campaign[]> {
  const ids = entities.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [totals, calls] = [await counters.countContacts(db, ids), await counters.countCalls(db, orgId, ids)];
  return entities.map((entity) => {
    const own = totals.filter(({ campaignId }) => campaignId === entity.id);
    const contactCounters = Object.fromEntries(CONTACT_STATUSES.map((status) => [status, 0])) as ContactCounters;
    const outcomeCounters: OutcomeCounters = {};
    for (const { status, outcome, contacts: found } of own) {
      contactCounters[status] += found;
      if (outcome && status !== "pending" && status !== "dispatched")
        outcomeCounters[outcome] = (outcomeCounters[outcome] ?? 0) + found;
    }
    const retrying = own.reduce((sum, { status, called }) => sum + (status === "pending" ? called : 0), 0);
    const ownCalls = calls.filter(({ campaignId }) => campaignId === entity.id);
    const callsIn = (...statuses: string[]) =>
      ownCalls.filter(({ status }) => statuses.includes(status)).reduce((all, each) => all + each.calls, 0);
    return {
      ...entity,
      callsCounterScheduled: contactCounters.pending,
      callsCounterQueued: callsIn("queued", "ringing"),
      callsCounterInProgress: callsIn("in-progress", "forwarding"),
      callsCounterEnded: callsIn("ended"),
      callsCounterEndedVoicemail: ownCalls.filter((each) => each.isVoicemail).reduce((all, each) => all + each.calls, 0),
      contactCounters,
      outcomeCounters,
      retrying,
      dialed: own.reduce((sum, { dialed }) => sum + dialed, 0),
      cost: counters.costOf(own, ownCalls),
      unpriced: ownCalls.reduce((sum, { unpriced }) => sum + unpriced, 0),
    };
  });
}
