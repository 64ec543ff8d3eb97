import type { CallControl, CallSupervisor } from "@callwright/contract";
import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { sealerOf } from "../../../platform/secrets/sealed-text.ts";
import type { Secrets } from "../../../platform/secrets/secrets.ts";
import { callCommand, callTakeOver } from "../tables.ts";

/** A supervisor's command to a call. */
export type CallCommand = typeof callCommand.$inferSelect;

export interface NewCallCommand {
  id: string;
  callId: string;
  message: CallControl;
  sealed?: string;
  sentBy: CallSupervisor;
  createdAt: Date;
}

const placeOf = (id: string) => `call_command ${id}`;

/** A command to a call with a HIPAA or PCI plan. The database holds its words encrypted. */
export function sealCommand(secrets: Secrets, command: NewCallCommand): NewCallCommand {
  const sealed = sealerOf(secrets).seal(JSON.stringify(command.message), placeOf(command.id));
  return { ...command, message: { type: command.message.type } as CallControl, sealed };
}

export function openCommand(secrets: Secrets, { id, message, sealed }: CallCommand): CallControl {
  return sealed === null ? message : (JSON.parse(sealerOf(secrets).open(sealed, placeOf(id))) as CallControl);
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

/** Renewals and sealed commands are not kept. */
export async function markTaken(db: Database, ids: readonly string[], now: Date): Promise<void> {
  const isPassing = or(isNotNull(callCommand.sealed), sql`${callCommand.message} ->> 'type' = 'renew-take-over'`);
  await db.delete(callCommand).where(and(inArray(callCommand.id, [...ids]), isPassing));
  await db
    .update(callCommand)
    .set({ takenAt: now })
    .where(and(inArray(callCommand.id, [...ids]), isNull(callCommand.takenAt)));
}

/** The host's node takes a command within moments. Its effect stands in the call itself. */
const KEPT_MS = 3_600_000;

export async function forgetOldCommands(db: Database, now: Date): Promise<void> {
  const until = new Date(now.getTime() - KEPT_MS);
  await db.delete(callCommand).where(lte(callCommand.createdAt, until));
  await db.delete(callTakeOver).where(lte(callTakeOver.expiresAt, until));
}
