import { randomUUID } from "node:crypto";
import type { Campaign, PhoneNumber } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { callExport } from "../../../modules/call/tables.ts";
import { insertDeliveries } from "../../../modules/webhook/delivery-store.ts";
import { organization } from "../../../platform/auth/tables.ts";
import type { Database } from "../../../platform/db/connect.ts";
import type { TestClient } from "../../../testing/test-client.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const EXPORT = { format: "json", async: "true", page: 1, sortBy: "createdAt", sortOrder: "DESC" } as const;

export interface BusyOrg {
  campaignId: string;
  /** The first two of them are overdue, the third is in two hours. */
  scheduledIds: string[];
  exportId: string;
  /** Two that wait, a retry whose time has passed, and a retry in an hour. */
  deliveryIds: string[];
  /** A call that waits for its analysis and its files. Its organization keeps calls for a day, and it is two days old. */
  callId: string;
}

/**
 * Creates an organization with work for the server: a running campaign, due calls, undelivered webhooks, an export by e-mail, a call without its
 * analysis, old data. Close its server first; otherwise the work begins.
 */
export async function makeBusy(db: Database, made: PlannedOrg): Promise<BusyOrg> {
  const { orgId, campaignId, scheduledIds, callId, email } = made;
  const at = (ms: number) => new Date(Date.now() + ms);
  await db.execute(sql`update campaign set config = config - 'schedulePlan',
    state = '{"status":"in-progress","startedAt":"2026-11-01T09:00:00.000Z"}' where id = ${campaignId}`);
  for (const id of scheduledIds.slice(0, 2))
    await db.execute(sql`update call set created_at = ${at(-90 * MINUTE_MS).toISOString()},
      details = jsonb_set(details, '{schedulePlan}', ${JSON.stringify({ earliestAt: at(-30 * MINUTE_MS).toISOString() })}::jsonb) where id = ${id}`);
  await db.execute(sql`update call set analysis_state = 'waiting', artifact_state = 'waiting',
    report_due_at = ${at(-MINUTE_MS).toISOString()}, created_at = ${at(-2 * DAY_MS).toISOString()},
    ended_at = ${at(-2 * DAY_MS).toISOString()} where id = ${callId}`);
  await db.execute(sql`update ${organization} set fields = fields || '{"retentionDays":1}' where id = ${orgId}`);
  const exportId = randomUUID();
  const created = { createdAt: at(-5 * MINUTE_MS), updatedAt: at(-5 * MINUTE_MS) };
  await db.insert(callExport).values({ id: exportId, orgId, ...created, query: EXPORT, email });
  const delivery = (status: "waiting" | "retrying", nextAttemptAt: Date | null) => ({
    id: randomUUID(),
    orgId,
    createdAt: at(-20 * MINUTE_MS),
    lane: campaignId,
    type: "campaign.started",
    kind: "queued" as const,
    target: "campaign" as const,
    fields: { campaignId },
    status,
    nextAttemptAt,
  });
  const deliveries = [
    ...[delivery("waiting", null), delivery("waiting", null)],
    ...[delivery("retrying", at(-MINUTE_MS)), delivery("retrying", at(60 * MINUTE_MS))],
  ];
  await insertDeliveries(db, deliveries);
  return { campaignId, scheduledIds, exportId, callId, deliveryIds: deliveries.map(({ id }) => id) };
}

export interface PlannedOrg {
  orgId: string;
  campaignId: string;
  scheduledIds: string[];
  callId: string;
  email: string;
}

/** The parts that are created over the API of a running server. They begin after an hour at the earliest. */
export async function planBusy(client: TestClient, hookUrl: string): Promise<PlannedOrg> {
  const { body: number } = await client.json<PhoneNumber>("POST", "/phone-number", { provider: "simulated", ringSeconds: 1 });
  const [assistant] = (await client.json<{ id: string }[]>("GET", "/assistant")).body;
  const later = (minutes: number) => ({ earliestAt: new Date(Date.now() + minutes * MINUTE_MS).toISOString() });
  const target = { assistantId: assistant?.id, phoneNumberId: number.id };
  const { body: campaign } = await client.json<Campaign>("POST", "/campaign", {
    ...target,
    name: "Spring",
    schedulePlan: later(120),
    server: { url: hookUrl },
    customers: [101, 102, 103].map((line) => ({ number: `+12025550${line}` })),
  });
  const scheduledIds: string[] = [];
  for (const name of ["Ingrid", "Frank", "Uwe"]) {
    const customer = { number: "+12025550101", name };
    const { body } = await client.json<{ id: string }>("POST", "/call", { ...target, customer, schedulePlan: later(120) });
    scheduledIds.push(body.id);
  }
  const calls = (await client.json<{ id: string; status: string }[]>("GET", "/call")).body;
  const callId = calls.find(({ status }) => status === "ended")?.id ?? "";
  return { orgId: client.orgId, campaignId: campaign.id, scheduledIds, callId, email: client.email };
}
