import type { Customer, SchedulePlan } from "@callwright/contract";
import { and, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import { organization } from "../../../platform/auth/tables.ts";
import type { Database } from "../../../platform/db/connect.ts";
import type { TargetBody } from "../../assistant/resolve-target.ts";
import type { CallRow, NewCallRow } from "../runtime/lifecycle-store.ts";
import { call } from "../tables.ts";
import type { NamedNumber } from "./calling-number.ts";

export interface ScheduledCall {
  orgId: string;
  id: string;
}

/** What starts a scheduled call. It rests sealed: overrides and tools may hold keys. */
export interface ScheduledRequest {
  target: TargetBody;
  named: NamedNumber;
  customer: Customer;
}

export const sealPlaceOf = (callId: string): string => `call ${callId} scheduled request`;

const TARGET_FIELDS = [
  ...(["assistantId", "assistant", "draftOf", "assistantOverrides", "squadId", "squad", "squadOverrides"] as const),
  ...(["workflowId", "workflow", "workflowOverrides", "metadata"] as const),
];

export function targetOf(body: TargetBody): TargetBody {
  return Object.fromEntries(TARGET_FIELDS.flatMap((field) => (body[field] === undefined ? [] : [[field, body[field]]])));
}

const isScheduled = ({ orgId, id }: ScheduledCall) =>
  and(eq(call.orgId, orgId), eq(call.id, id), eq(call.status, "scheduled"), isNull(call.deletedAt));

/** Undefined when the organization has `max` already. */
export async function insertScheduled(tx: Database, row: NewCallRow, max: number): Promise<CallRow | undefined> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`scheduled-calls:${row.orgId}`}, 0))`);
  const waiting = await tx.$count(call, and(eq(call.orgId, row.orgId), eq(call.status, "scheduled")));
  if (waiting >= max) return undefined;
  const [inserted] = await tx.insert(call).values(row).returning();
  return inserted;
}

export async function findScheduled(db: Database, scheduled: ScheduledCall) {
  const [found] = await db
    .select({ row: call, deletedAt: organization.deletedAt })
    .from(call)
    .innerJoin(organization, eq(organization.id, call.orgId))
    .where(isScheduled(scheduled));
  const plan = found?.row.details.schedulePlan;
  return found && plan && { row: found.row, plan, isOrgDeleted: found.deletedAt !== null };
}

export const earliestAt = sql<string>`${call.details} #>> '{schedulePlan,earliestAt}'`;

/** Whether the call's time had passed when scheduled calls were resumed. Such a call starts only on the operator's order. */
export const isOverdue = ({ createdAt }: CallRow, plan: SchedulePlan, resumedAt: Date | undefined): boolean =>
  resumedAt !== undefined && createdAt <= resumedAt && Date.parse(plan.earliestAt) <= resumedAt.getTime();

/** The same of the rows of calls. */
export const overdueAt = (at: Date): SQL =>
  sql`(${call.createdAt} <= ${at.toISOString()} and (${earliestAt})::timestamptz <= ${at.toISOString()})`;

/** Reads no assistants, and leaves out calls that were overdue at `resumedAt`. */
export async function listScheduled(
  db: Database,
  resumedAt: Date | undefined,
): Promise<(ScheduledCall & { earliestAt: string })[]> {
  return db
    .select({ orgId: call.orgId, id: call.id, earliestAt })
    .from(call)
    .where(and(eq(call.status, "scheduled"), isNull(call.deletedAt), resumedAt && not(overdueAt(resumedAt))));
}

export interface ScheduledEnding {
  endedReason: string;
  endedMessage?: string | undefined;
}

/** scheduled → ended. False for another call. */
export async function markScheduledEnded(
  tx: Database,
  scheduled: ScheduledCall,
  { endedReason, endedMessage }: ScheduledEnding,
  at: Date,
): Promise<boolean> {
  const ended = await tx
    .update(call)
    .set({
      status: "ended",
      scheduledRequest: null,
      endedAt: at,
      updatedAt: at,
      endedReason,
      endedMessage: endedMessage ?? null,
    })
    .where(isScheduled(scheduled))
    .returning({ id: call.id });
  return ended.length > 0;
}
