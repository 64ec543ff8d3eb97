import { type CallSupervisor, TAKE_OVER_LEASE_MS } from "@callwright/contract";
import { and, eq, gt, inArray, lte, or } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { callTakeOver } from "../tables.ts";

const holderOf = ({ userId, name }: CallSupervisor) => userId ?? `token ${name}`;
const leaseEnd = (now: Date) => new Date(now.getTime() + TAKE_OVER_LEASE_MS);
const ofCall = (orgId: string, callId: string) => and(eq(callTakeOver.orgId, orgId), eq(callTakeOver.callId, callId));
const held = (orgId: string, callId: string, by: CallSupervisor) =>
  and(ofCall(orgId, callId), eq(callTakeOver.holder, holderOf(by)));

/** Takes the call, or renews the lease. False: another person has the call. */
export async function claimTakeOver(
  db: Database,
  orgId: string,
  { callId, by, now }: { callId: string; by: CallSupervisor; now: Date },
): Promise<boolean> {
  const values = { orgId, holder: holderOf(by), by, expiresAt: leaseEnd(now) };
  const rows = await db
    .insert(callTakeOver)
    .values({ callId, ...values })
    .onConflictDoUpdate({
      target: callTakeOver.callId,
      set: values,
      setWhere: or(eq(callTakeOver.holder, values.holder), lte(callTakeOver.expiresAt, now)),
    })
    .returning({ callId: callTakeOver.callId });
  return rows.length > 0;
}

/** False: the person does not have the call any more. */
export async function renewTakeOver(
  db: Database,
  orgId: string,
  callId: string,
  by: CallSupervisor,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(callTakeOver)
    .set({ expiresAt: leaseEnd(now) })
    .where(and(held(orgId, callId, by), gt(callTakeOver.expiresAt, now)))
    .returning({ callId: callTakeOver.callId });
  return rows.length > 0;
}

/** False: the person did not have the call. */
export async function releaseTakeOver(db: Database, orgId: string, callId: string, by: CallSupervisor): Promise<boolean> {
  const rows = await db
    .delete(callTakeOver)
    .where(held(orgId, callId, by))
    .returning({ callId: callTakeOver.callId });
  return rows.length > 0;
}

/** The people who hold a take-over now, by the id of the call. */
export async function findHolders(
  db: Database,
  orgId: string,
  callIds: readonly string[],
  now: Date,
): Promise<Map<string, CallSupervisor>> {
  const rows = await db
    .select({ callId: callTakeOver.callId, by: callTakeOver.by })
    .from(callTakeOver)
    .where(and(eq(callTakeOver.orgId, orgId), inArray(callTakeOver.callId, [...callIds]), gt(callTakeOver.expiresAt, now)));
  return new Map(rows.map(({ callId, by }) => [callId, by]));
}
