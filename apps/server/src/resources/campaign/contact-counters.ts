import { type ContactOutcome, ENDED_REASONS } from "@callwright/contract";
import { and, count, eq, exists, inArray, ne, sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { campaignContact } from "../../db/schema/campaign.ts";
import { call, campaign } from "../../db/schema/platform.ts";
import type { ContactRow } from "./contact-store.ts";

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

/** Calls that are open: of the campaign's contacts, and of a calling number. In the transaction that holds the organization's lock. */
export async function countOpen(
  tx: Database,
  orgId: string,
  { campaignId, phoneNumberId }: { campaignId: string; phoneNumberId: string },
): Promise<{ ofCampaign: number; ofNumber: number }> {
  const ofCampaign = await tx.$count(
    campaignContact,
    and(eq(campaignContact.campaignId, campaignId), eq(campaignContact.status, "dispatched")),
  );
  const ofNumber = await tx.$count(
    call,
    and(eq(call.orgId, orgId), ne(call.status, "ended"), sql`${call.details} ->> 'phoneNumberId' = ${phoneNumberId}`),
  );
  return { ofCampaign, ofNumber };
}

/** Has it contacts that wait or are being called? */
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
  dialed: number;
  cost: number;
}

export async function countContacts(db: Database, campaignIds: readonly string[]): Promise<ContactTotals[]> {
  const { campaignId, status, outcome, attempts, cost } = campaignContact;
  return db
    .select({
      ...{ campaignId, status, outcome, contacts: count() },
      dialed: sql`coalesce(sum(${attempts}), 0)`.mapWith(Number),
      cost: sql`coalesce(sum(${cost}), 0)`.mapWith(Number),
    })
    .from(campaignContact)
    .where(inArray(campaignId, [...campaignIds]))
    .groupBy(campaignId, status, outcome);
}

const campaignOfCall = sql<string>`${call.details} ->> 'campaignId'`;

export async function countCalls(
  db: Database,
  orgId: string,
  campaignIds: readonly string[],
): Promise<{ campaignId: string; status: string; isVoicemail: boolean; calls: number }[]> {
  // In the text of the statement: a parameter would be another one in its `group by`.
  const isVoicemail = sql<boolean>`coalesce(${call.endedReason} = ${sql.raw(`'${ENDED_REASONS.voicemail}'`)}, false)`;
  return db
    .select({ campaignId: campaignOfCall, status: call.status, isVoicemail, calls: count() })
    .from(call)
    .where(and(eq(call.orgId, orgId), inArray(campaignOfCall, [...campaignIds])))
    .groupBy(campaignOfCall, call.status, isVoicemail);
}

/** The campaign's calls, by their ids. */
export async function callsOf(db: Database, orgId: string, campaignId: string): Promise<Record<string, object>> {
  const rows = await db
    .select({ id: call.id, status: call.status, endedReason: call.endedReason, startedAt: call.startedAt, endedAt: call.endedAt })
    .from(call)
    .where(and(eq(call.orgId, orgId), sql`${campaignOfCall} = ${campaignId}`));
  return Object.fromEntries(
    rows.map(({ id, status, endedReason, startedAt, endedAt }) => [
      id,
      {
        ...{ id, status },
        ...(endedReason !== null && { endedReason }),
        ...(startedAt && { startedAt: startedAt.toISOString() }),
        ...(endedAt && { endedAt: endedAt.toISOString() }),
      },
    ]),
  );
}
