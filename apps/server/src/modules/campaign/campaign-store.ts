import type { Campaign, CampaignRehearsal, CampaignStatus, CreateCampaign } from "@callwright/contract";
import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { findResource, type ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { openRow, type SealedDatabase } from "../../platform/secrets/sealed-headers.ts";
import { campaign } from "./tables.ts";

/** The server's own state of a campaign, beside its config. */
export interface CampaignState {
  status: CampaignStatus;
  endedReason?: Campaign["endedReason"];
  startedAt?: string;
  endedAt?: string;
  pauseReason?: string;
  rehearsal?: CampaignRehearsal;
  /** Its status before it was archived. */
  archivedFrom?: CampaignStatus;
}

/** A stored campaign: its config and its state. */
export interface StoredCampaign {
  id: string;
  orgId: string;
  config: CreateCampaign;
  state: CampaignState;
}

export const stateOf = ({ state }: Pick<ResourceRow, "state">): CampaignState =>
  ({ status: "scheduled", ...state }) as CampaignState;

const STATUS = sql<CampaignStatus>`coalesce(${campaign.state} ->> 'status', 'scheduled')`;
const isPaused = sql`coalesce((${campaign.config} ->> 'paused')::boolean, false)`;
const isLive = isNull(campaign.deletedAt);

export const hasStatus = (status: CampaignStatus): SQL => sql`${STATUS} = ${status}`;

/** Campaigns whose contacts are called now, and those that begin now. */
export async function listRunning(store: SealedDatabase, now: Date): Promise<StoredCampaign[]> {
  const begins = sql`(${campaign.config} -> 'schedulePlan' ->> 'earliestAt')::timestamptz`;
  const isDue = or(
    sql`${STATUS} = 'in-progress'`,
    and(sql`${STATUS} = 'scheduled'`, sql`coalesce(${begins} <= ${now.toISOString()}::timestamptz, true)`),
  );
  const rows = await store.db
    .select()
    .from(campaign)
    .where(and(isLive, sql`${STATUS} in ('scheduled', 'in-progress')`, sql`not ${isPaused}`, isDue))
    .orderBy(campaign.updatedAt);
  return rows.map((row) => toStored(openRow(store, campaign, row)));
}

export async function findCampaign(store: SealedDatabase, orgId: string, id: string): Promise<StoredCampaign | undefined> {
  const row = await findResource(store.db, orgId, { table: campaign }, id);
  return row && toStored(openRow(store, campaign, row));
}

/** Campaigns by their ids, deleted ones included. */
export async function findCampaigns(store: SealedDatabase, ids: readonly string[]): Promise<Map<string, StoredCampaign>> {
  if (ids.length === 0) return new Map();
  const rows = await store.db
    .select()
    .from(campaign)
    .where(inArray(campaign.id, [...ids]));
  return new Map(rows.map((row) => [row.id, toStored(openRow(store, campaign, row))]));
}

const toStored = (row: Pick<ResourceRow, "id" | "orgId" | "config" | "state">): StoredCampaign => ({
  id: row.id,
  orgId: row.orgId,
  config: row.config as CreateCampaign,
  state: stateOf(row),
});

interface CampaignChange {
  state?: Partial<CampaignState>;
  /** Fields of the state to forget. */
  without?: readonly (keyof CampaignState)[];
  paused?: boolean;
}

/** False when its status is no longer one of `from`. */
export async function changeCampaign(
  db: Database,
  id: string,
  from: readonly CampaignStatus[],
  { state = {}, without = [], paused }: CampaignChange,
  at: Date,
): Promise<boolean> {
  const kept = sql`${campaign.state} - ${sql.param(without)}::text[]`;
  const changed = await db
    .update(campaign)
    .set({
      state: sql`(${kept}) || ${JSON.stringify(state)}::jsonb`,
      ...(paused !== undefined && { config: sql`${campaign.config} || ${JSON.stringify({ paused })}::jsonb` }),
      updatedAt: at,
    })
    .where(and(eq(campaign.id, id), isLive, inArray(STATUS, [...from])))
    .returning({ id: campaign.id });
  return changed.length > 0;
}

/** The current campaign, deleted or not. Its status is locked until the end of the transaction. */
export async function holdCampaign(tx: SealedDatabase, id: string): Promise<StoredCampaign | undefined> {
  const [row] = await tx.db.select().from(campaign).where(eq(campaign.id, id)).for("share");
  return row && toStored(openRow(tx, campaign, row));
}

/** As `holdCampaign`, but exclusive: others that hold the campaign wait. */
export async function lockCampaign(tx: Database, id: string): Promise<void> {
  await tx.select({ id: campaign.id }).from(campaign).where(eq(campaign.id, id)).for("update");
}

/**
 * Whether the campaign is still running. Until the end of the transaction, pausing, canceling and ending it wait; other calls of this function do
 * not.
 */
export async function holdRunning(tx: Database, id: string): Promise<boolean> {
  const held = await tx
    .select({ id: campaign.id })
    .from(campaign)
    .where(and(eq(campaign.id, id), isLive, sql`${STATUS} = 'in-progress'`, sql`not ${isPaused}`))
    .for("share");
  return held.length > 0;
}
