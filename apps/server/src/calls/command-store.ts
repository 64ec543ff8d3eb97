import type { CallControl, CallSupervisor } from "@callwright/contract";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { callCommand } from "../realtime/schema.ts";

/** What a supervisor has sent into a call. */
export type CallCommand = typeof callCommand.$inferSelect;

export interface NewCallCommand {
  id: string;
  callId: string;
  message: CallControl;
  sentBy: CallSupervisor;
  createdAt: Date;
}

/** For the node that hosts the call, which is told of it when the transaction commits. */
export async function insertCommand(db: Database, orgId: string, { createdAt, ...command }: NewCallCommand): Promise<void> {
  const ofCall = eq(callCommand.callId, command.callId);
  const last = sql`(select max(${callCommand.createdAt}) from ${callCommand} where ${ofCall})`;
  await db.insert(callCommand).values({
    ...command,
    orgId,
    // One a millisecond in each call: commands that were sent one after the other are carried out so.
    createdAt: sql`greatest(${createdAt.toISOString()}::timestamptz, ${last} + interval '1 ms')`,
  });
}

/** How many orders a call was sent so far, besides those to end. */
export function countOrders(db: Database, callId: string): Promise<number> {
  return db.$count(callCommand, and(eq(callCommand.callId, callId), sql`${callCommand.message} ->> 'type' <> 'end-call'`));
}

/** Commands of these calls that were not taken yet, in the order they were sent. */
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
