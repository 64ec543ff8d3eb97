import { type ContactOutcome, ENDED_REASONS } from "@callwright/contract";
import { and, count, eq, exists, inArray, ne, sql, sum } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { present } from "../../platform/db/present.ts";
import { callCost } from "../call/api/call-filters.ts";
import { call } from "../call/tables.ts";
import type { ContactRow } from "./contact-store.ts";
import { campaign, campaignContact } from "./tables.ts";

const campaignOfCall = sql<string>`${call.details} ->> 'campaignId'`;

/** How many contacts are being called, by their campaigns. */
export async function countDispatched(db: Database, campaignIds: readonly string[]): Promise<Map<string, number>> {
  const { campaignId, status } = campaignContact;
  const rows = await db
    .select({ campaignId, contacts: count() })
    .from(campaignContact)
    .where(and(inArray(campaignId, [...campaignIds]), eq(status, "dispatched")))
    .groupBy(campaignId);
  return new Map(rows.map((row) => [row.campaignId, row.contacts]));
}

/** `ofCampaigns`: of all campaigns of the organization. The counts are exact in a transaction that holds the organization's lock. */
export async function countOpen(
  db: Database,
  orgId: string,
  { campaignId, phoneNumberId }: { campaignId: string; phoneNumberId: string },
) {
  const ofCampaign = await db.$count(
    campaignContact,
    and(eq(campaignContact.campaignId, campaignId), eq(campaignContact.status, "dispatched")),
  );
  const ofNumber = sql`${call.details} ->> 'phoneNumberId' = ${phoneNumberId}`;
  const [open] = await db
    .select({
      ofOrg: count(),
      ofCampaigns: sql`count(*) filter (where ${campaignOfCall} is not null)`.mapWith(Number),
      ofNumber: sql`count(*) filter (where ${ofNumber})`.mapWith(Number),
    })
    .from(call)
    .where(and(eq(call.orgId, orgId), ne(call.status, "ended")));
  return { ofCampaign, ofOrg: open?.ofOrg ?? 0, ofCampaigns: open?.ofCampaigns ?? 0, ofNumber: open?.ofNumber ?? 0 };
}

/** Whether the campaign has contacts that wait or are being called. */
export async function hasOpenContacts(db: Database, campaignId: string): Promise<boolean> {
  const open = db
    .select({ id: campaignContact.id })
    .from(campaignContact)
    .where(and(eq(campaignContact.campaignId, campaignId), inArray(campaignContact.status, ["pending", "dispatched"])));
  const [found] = await db
    .select({ id: campaign.id })
    .from(campaign)
    .where(and(eq(campaign.id, campaignId), exists(open)));
  return found !== undefined;
}

export interface ContactTotals {
  campaignId: string;
  status: ContactRow["status"];
  outcome: ContactOutcome | null;
  contacts: number;
  /** Those that were called before. */
  called: number;
  dialed: number;
  cost: number;
}

export async function countContacts(db: Database, campaignIds: readonly string[]): Promise<ContactTotals[]> {
  const { campaignId, status, outcome, attempts, cost } = campaignContact;
  return db
    .select({
      campaignId,
      status,
      outcome,
      contacts: count(),
      called: sql`count(*) filter (where ${attempts} > 0)`.mapWith(Number),
      dialed: sql`coalesce(sum(${attempts}), 0)`.mapWith(Number),
      cost: sql`coalesce(sum(${cost}), 0)`.mapWith(Number),
    })
    .from(campaignContact)
    .where(inArray(campaignId, [...campaignIds]))
    .groupBy(campaignId, status, outcome);
}

export async function countCalls(
  db: Database,
  orgId: string,
  campaignIds: readonly string[],
): Promise<{ campaignId: string; status: string; isVoicemail: boolean; calls: number; cost: number; unpriced: number }[]> {
  // In the text of the statement: a parameter would be another one in its `group by`.
  const isVoicemail = sql<boolean>`coalesce(${call.endedReason} = ${sql.raw(`'${ENDED_REASONS.voicemail}'`)}, false)`;
  return db
    .select({
      campaignId: campaignOfCall,
      status: call.status,
      isVoicemail,
      calls: count(),
      cost: sum(callCost).mapWith(Number),
      unpriced: sql`count(*) filter (where ${call.details} ? 'costUnknown')`.mapWith(Number),
    })
    .from(call)
    .where(and(eq(call.orgId, orgId), inArray(campaignOfCall, [...campaignIds])))
    .groupBy(campaignOfCall, call.status, isVoicemail);
}

/** What the campaign has cost, in US dollars. Calls include their analysis; contacts do not, and outlast deleted calls. */
export function costOf(contacts: readonly Pick<ContactTotals, "cost">[], calls: readonly { cost: number }[]): number {
  const sumOf = (those: readonly { cost: number }[]) => those.reduce((all, { cost }) => all + cost, 0);
  return Math.max(sumOf(contacts), sumOf(calls));
}

/** The campaign's calls, by their ids. */
export async function callsOf(db: Database, orgId: string, campaignId: string): Promise<Record<string, object>> {
  const rows = await db
    .select({ id: call.id, status: call.status, endedReason: call.endedReason, startedAt: call.startedAt, endedAt: call.endedAt })
    .from(call)
    .where(and(eq(call.orgId, orgId), sql`${campaignOfCall} = ${campaignId}`));
  return Object.fromEntries(rows.map((row) => [row.id, present(row)]));
}
