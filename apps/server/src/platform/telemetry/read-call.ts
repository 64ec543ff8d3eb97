import type { CallEvent } from "@callwright/contract";
import { asc, eq } from "drizzle-orm";
import { call, callEvent } from "../../modules/call/tables.ts";
import type { Database } from "../db/connect.ts";

/** A call with all of its events, for its trace. Undefined when the call is gone. */
export async function readCall(db: Database, callId: string) {
  const { id, orgId, type, createdAt, startedAt, endedAt, endedReason, details, assistant, assistantOverrides } = call;
  const [row] = await db
    .select({ id, orgId, type, createdAt, startedAt, endedAt, endedReason, details, assistant, assistantOverrides })
    .from(call)
    .where(eq(call.id, callId));
  if (!row) return undefined;
  const events = await db
    .select({ seq: callEvent.seq, atMs: callEvent.atMs, type: callEvent.type, payload: callEvent.payload })
    .from(callEvent)
    .where(eq(callEvent.callId, callId))
    .orderBy(asc(callEvent.seq));
  return { ...row, events: events as CallEvent[] };
}

export type TracedCall = NonNullable<Awaited<ReturnType<typeof readCall>>>;

/** When the span of a call begins. A scheduled call begins when its phone rings: it may be days older. */
export function firstTimeOf({ createdAt, startedAt, endedAt, details: { schedulePlan, ringingAt } }: TracedCall): Date {
  if (!schedulePlan) return createdAt;
  return ringingAt === undefined ? (startedAt ?? endedAt ?? createdAt) : new Date(ringingAt);
}

/** The id of a trace is the id of its call, as OpenTelemetry writes ids. */
export const traceIdOf = (callId: string) => callId.replaceAll("-", "");
