import {
  type AnalysisUsage,
  CALL_EVENT_PAYLOADS,
  type CallLineUse,
  CallOutcome,
  callCostReport,
  withAnalysisCost,
} from "@callwright/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { call, callEvent } from "../call/tables.ts";
import { phoneNumber } from "../telephony/tables.ts";
import { listPrices } from "./price-store.ts";
import { addSpending } from "./spending.ts";

/** The field that `analysis.done` and `output.done` share. */
const AnalysisTokens = CallOutcome.pick({ usage: true });

/**
 * Stores the cost of an ended call, computed from its usage events and the current prices, in the transaction that ends the call. Runs again if more
 * events arrive after another node has ended it. A call that nobody joined has no cost.
 */
export async function settleCall(tx: Database, callId: string, now: Date): Promise<void> {
  const row = await lockCall(tx, callId);
  if (!row?.startedAt || !row.endedAt) return;
  const events = await tx
    .select({ type: callEvent.type, payload: callEvent.payload })
    .from(callEvent)
    .where(and(eq(callEvent.callId, callId), inArray(callEvent.type, ["usage", "analysis.done", "output.done"])))
    .orderBy(callEvent.seq);
  const usages = events.flatMap(({ type, payload }) => (type === "usage" ? CALL_EVENT_PAYLOADS.usage.parse(payload).usages : []));
  // There are no analyses yet, unless a node stores its last events late.
  const analyses = events.flatMap(({ type, payload }) => (type === "usage" ? [] : AnalysisTokens.parse(payload).usage));
  const prices = await listPrices(tx, row.orgId);
  const seconds = Math.max(0, row.endedAt.getTime() - row.startedAt.getTime()) / 1000;
  const report = callCostReport(usages, prices, seconds, await lineOf(tx, row));
  await storeReport(tx, row, analyses.length > 0 ? withAnalysisCost(report, analyses, prices) : report, now);
}

/** Adds the usage of an analysis to the cost of its call, in the transaction that stores the analysis. Earlier costs stay. */
export async function settleAnalysis(tx: Database, callId: string, usage: readonly AnalysisUsage[], now: Date): Promise<void> {
  const row = usage.length > 0 ? await lockCall(tx, callId) : undefined;
  if (!row) return;
  await storeReport(tx, row, withAnalysisCost(row.details, usage, await listPrices(tx, row.orgId)), now);
}

type CostlyCall = Pick<typeof call.$inferSelect, "id" | "orgId" | "type" | "startedAt" | "endedAt" | "details">;

async function lockCall(tx: Database, callId: string): Promise<CostlyCall | undefined> {
  const { id, orgId, type, startedAt, endedAt, details } = call;
  const [row] = await tx
    .select({ id, orgId, type, startedAt, endedAt, details })
    .from(call)
    .where(eq(call.id, callId))
    .for("update");
  return row;
}

const SIP_TRUNK = "byo-phone-number";

/** The line whose minutes somebody charges. Undefined: it is none, or one of this server. */
async function lineOf(tx: Database, { orgId, type, details }: CostlyCall): Promise<CallLineUse | undefined> {
  if (type !== "inboundPhoneCall" && type !== "outboundPhoneCall") return undefined;
  const direction = type === "inboundPhoneCall" ? "inbound" : "outbound";
  const { phoneCallProvider: carrier, phoneNumberId } = details;
  if (carrier !== undefined && carrier !== "vapi") return { provider: carrier, direction };
  if (phoneNumberId === undefined) return undefined;
  const [row] = await tx
    .select({ provider: sql<string | null>`${phoneNumber.config} ->> 'provider'` })
    .from(phoneNumber)
    .where(and(eq(phoneNumber.orgId, orgId), eq(phoneNumber.id, phoneNumberId)));
  return row?.provider === SIP_TRUNK ? { provider: SIP_TRUNK, direction } : undefined;
}

async function storeReport(tx: Database, { id, orgId, details }: CostlyCall, report: { cost: number }, now: Date): Promise<void> {
  await tx
    .update(call)
    .set({ details: sql`(${call.details} - 'costUnknown') || ${JSON.stringify(report)}::jsonb` })
    .where(eq(call.id, id));
  await addSpending(tx, orgId, report.cost - (details.cost ?? 0), now);
}
