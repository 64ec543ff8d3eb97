import { CALL_EVENT_PAYLOADS, callCostReport } from "@callwright/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { call, callEvent } from "../db/schema/platform.ts";
import { listPrices } from "./price-store.ts";
import { addSpending } from "./spending.ts";

/**
 * Stores what an ended call cost, from the usage among its events and the prices of now. In the transaction that ends the call; again, when more
 * events arrived after another node had ended it. Nobody joined: then there is no cost.
 */
export async function settleCall(tx: Database, callId: string, now: Date): Promise<void> {
  const [row] = await tx
    .select({ orgId: call.orgId, startedAt: call.startedAt, endedAt: call.endedAt, details: call.details })
    .from(call)
    .where(eq(call.id, callId))
    .for("update");
  if (!row?.startedAt || !row.endedAt) return;
  const { orgId, startedAt, endedAt, details } = row;
  const events = await tx
    .select({ payload: callEvent.payload })
    .from(callEvent)
    .where(and(eq(callEvent.callId, callId), eq(callEvent.type, "usage")))
    .orderBy(callEvent.seq);
  const usages = events.flatMap(({ payload }) => CALL_EVENT_PAYLOADS.usage.parse(payload).usages);
  const seconds = Math.max(0, endedAt.getTime() - startedAt.getTime()) / 1000;
  const report = callCostReport(usages, await listPrices(tx, orgId), seconds);
  await tx
    .update(call)
    .set({ details: sql`(${call.details} - 'costUnknown') || ${JSON.stringify(report)}::jsonb` })
    .where(eq(call.id, callId));
  await addSpending(tx, orgId, report.cost - (details.cost ?? 0), now);
}
