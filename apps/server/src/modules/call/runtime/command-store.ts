import type { CallControl, CallSupervisor } from "@callwright/contract";
import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { callCommand } from "../tables.ts";

/** A supervisor's command to a call. */
export type CallCommand = typeof callCommand.$inferSelect;

export interface NewCallCommand {
  id: string;
  callId: string;
  message: CallControl;
  sentBy: CallSupervisor;
  createdAt: Date;
}

/** Stores a command for the node that hosts the call. The database notifies that node at commit. */
export async function insertCommand(db: Database, orgId: string, { createdAt, ...command }: NewCallCommand): Promise<void> {
  const ofCall = eq(callCommand.callId, command.callId);
  const last = sql`(select max(${callCommand.createdAt}) from ${callCommand} where ${ofCall})`;
  await db.insert(callCommand).values({
    ...command,
    orgId,
    // Times of a call's commands differ by at least 1 ms, which keeps their order.
    createdAt: sql`greatest(${createdAt.toISOString()}::timestamptz, ${last} + interval '1 ms')`,
  });
}

/** Number of commands that the call got so far, without those to end it. */
export function countOrders(db: Database, callId: string): Promise<number> {
  return db.$count(callCommand, and(eq(callCommand.callId, callId), sql`${callCommand.message} ->> 'type' <> 'end-call'`));
}

/** Pending commands of these calls, in the order they were sent. */
export async function listPendingCommands(db: Database, callIds: readonly string[]): Promise<CallCommand[]> {
  return db
    .select()
    .from(callCommand)
    .where(and(inArray(callCommand.callId, [...callIds]), isNull(callCommand.takenAt)))
    .orderBy(asc(callCommand.createdAt), asc(callCommand.id));
}

export async function markTaken(db: Database, ids: readonly string[], now: Date): Promise<void> {
  await db
    .update(callCommand)
    .set({ takenAt: now })
    .where(and(inArray(callCommand.id, [...ids]), isNull(callCommand.takenAt)));
}

/** The host's node takes a command within moments. Its effect stands in the call itself. */
const KEPT_MS = 3_600_000;

export async function forgetOldCommands(db: Database, now: Date): Promise<void> {
  await db.delete(callCommand).where(lte(callCommand.createdAt, new Date(now.getTime() - KEPT_MS)));
}
