import {
  type Campaign,
  type CampaignStatus,
  CreateCampaign,
  PLATFORM_ERRORS,
  PlatformError,
  type UpdateCampaign,
} from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import { campaign } from "../../db/schema/platform.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { createResourceService, plainEntity, type ResourceContext } from "../../resource-kit/resource-service.ts";
import { changeResource, findResource, type ResourceRow } from "../../resource-kit/resource-store.ts";

/** What the server knows of a campaign beside what was written. */
interface CampaignState {
  /** As somebody set it. Unset: its schedule decides. */
  status?: Exclude<CampaignStatus, "scheduled">;
  endedReason?: Campaign["endedReason"];
}

const NO_CALLS = {
  calls: {},
  callsCounterScheduled: 0,
  callsCounterQueued: 0,
  callsCounterInProgress: 0,
  callsCounterEnded: 0,
  callsCounterEndedVoicemail: 0,
};

/** Campaigns can be planned. One that would begin now is refused, for this server places no phone calls. */
export const campaigns = createResourceService<CreateCampaign, Campaign>({
  noun: "Campaign",
  table: campaign,
  schema: CreateCampaign,
  admit: ({ context, config, previous }) => {
    const state = previous?.state ?? {};
    if (!("status" in state) && isDue(config, context.now())) throw new PlatformError("telephony-not-available");
    return state;
  },
  toEntity: ({ now }, row) => {
    const { status, endedReason }: CampaignState = row.state;
    const missed = status === undefined && isDue(row.config, now());
    return {
      ...(plainEntity(row) as Campaign),
      ...NO_CALLS,
      status: status ?? (missed ? "cancelled" : "scheduled"),
      ...(endedReason && { endedReason }),
      ...(missed && { endedMessage: PLATFORM_ERRORS["telephony-not-available"].message }),
    };
  },
});

/** Fields change until it is over, its status at any time: `ended` and `cancelled` end it, `archived` puts it away. */
export async function updateCampaign(
  context: ResourceContext,
  caller: OrgCaller,
  id: string,
  { status, ...fields }: UpdateCampaign,
): Promise<Campaign> {
  if (Object.keys(fields).length > 0 || !status) await campaigns.update(context, caller, id, fields);
  if (status) await setStatus(context, caller, id, status);
  return campaigns.get(context, caller, id);
}

async function setStatus(
  { db, now }: ResourceContext,
  { orgId }: OrgCaller,
  id: string,
  status: NonNullable<UpdateCampaign["status"]>,
): Promise<void> {
  const row = await findResource(db, orgId, { table: campaign }, id);
  if (!row) throw new PlatformError("not-found", { what: "Campaign" });
  const { endedReason = "campaign.scheduled.ended-by-user" }: CampaignState = row.state;
  await changeResource(db, orgId, { table: campaign }, id, { state: { status, endedReason }, updatedAt: now() });
}

/** Its first call would be made by now. */
function isDue(config: ResourceRow["config"] | CreateCampaign, now: Date): boolean {
  const { schedulePlan } = config as CreateCampaign;
  return !schedulePlan || Date.parse(schedulePlan.earliestAt) <= now.getTime();
}

/** Of rows that show this status. */
export function hasStatus(status: CampaignStatus, now: Date): SQL {
  const stored = sql`${campaign.state} ->> 'status'`;
  const ahead = sql`(${campaign.config} -> 'schedulePlan' ->> 'earliestAt')::timestamptz > ${now.toISOString()}::timestamptz`;
  if (status === "scheduled") return sql`${stored} is null and ${ahead}`;
  if (status === "cancelled") return sql`(${stored} = 'cancelled' or (${stored} is null and not ${ahead}))`;
  return sql`${stored} = ${status}`;
}
