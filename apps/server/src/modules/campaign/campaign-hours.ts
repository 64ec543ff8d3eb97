import { type CampaignHour, ENDED_REASONS } from "@callwright/contract";
import { and, eq, gte, or, sql } from "drizzle-orm";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { call } from "../call/tables.ts";
import { campaigns } from "./campaigns.ts";

const EARLIER_MS = 90 * 86_400_000;

/** How often people answered a campaign's calls, by the hour in which they rang. Hours without calls are left out. */
export async function listCampaignHours(
  context: ResourceContext,
  caller: OrgCaller,
  id: string,
  timeZone: string,
): Promise<CampaignHour[]> {
  const { id: campaignId } = await campaigns.get(context, caller, id);
  const since = new Date(context.now().getTime() - EARLIER_MS);
  const campaignOfCall = sql`${call.details} ->> 'campaignId'`;
  const isOwn = sql`${campaignOfCall} = ${campaignId}`;
  const isAnswered = sql`${call.startedAt} is not null and ${call.endedReason} is distinct from ${ENDED_REASONS.voicemail}`;
  const countOf = (those: ReturnType<typeof sql>) => sql`count(*) filter (where ${those})`.mapWith(Number);
  // By its place: in the text of `group by`, the parameter would be another one.
  return context.db
    .select({
      hour: sql`extract(hour from ${call.createdAt} at time zone ${timeZone})::int`.mapWith(Number),
      calls: countOf(isOwn),
      answered: countOf(sql`${isOwn} and ${isAnswered}`),
      earlierCalls: countOf(sql`not ${isOwn}`),
      earlierAnswered: countOf(sql`not ${isOwn} and ${isAnswered}`),
    })
    .from(call)
    .where(
      and(
        eq(call.orgId, caller.orgId),
        eq(call.status, "ended"),
        sql`${campaignOfCall} is not null`,
        or(isOwn, gte(call.createdAt, since)),
      ),
    )
    .groupBy(sql`1`)
    .orderBy(sql`1`);
}
