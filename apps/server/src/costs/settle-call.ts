import { CALL_EVENT_PAYLOADS, CallOutcome, callCostReport } from "@callwright/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { call, callEvent } from "../db/schema/platform.ts";
import { listPrices } from "./price-store.ts";
import { addSpending } from "./spending.ts";

/** The part that `analysis.done` and `output.done` share. */
const AnalysisTokens = CallOutcome.pick({ usage: true });

/**
 * Stores what an ended call cost, from the usage among its events and the prices of now. In the transaction that ends the call; again, when more
 * events arrived after another node had ended it, and when it was analyzed. Nobody joined: then there is no cost.
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
    .select({ type: callEvent.type, payload: callEvent.payload })
    .from(callEvent)
    .where(and(eq(callEvent.callId, callId), inArray(callEvent.type, ["usage", "analysis.done", "output.done"])))
    .orderBy(callEvent.seq);
  const usages = events.flatMap(({ type, payload }) => (type === "usage" ? CALL_EVENT_PAYLOADS.usage.parse(payload).usages : []));
  const analyses = events.flatMap(({ type, payload }) => (type === "usage" ? [] : AnalysisTokens.parse(payload).usage));
  const seconds = Math.max(0, endedAt.getTime() - startedAt.getTime()) / 1000;
  const report = callCostReport({ usages, analyses, seconds }, await listPrices(tx, orgId));
  await tx
    .update(call)
    .set({ details: sql`(${call.details} - 'costUnknown') || ${JSON.stringify(report)}::jsonb` })
    .where(eq(call.id, callId));
  await addSpending(tx, orgId, report.cost - (details.cost ?? 0), now);
}
