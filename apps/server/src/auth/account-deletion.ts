import { PlatformError, RESTORE_DAYS } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import type { AuditLog } from "../http/audit-log.ts";
import { changeOrg, countAdmins, deleteMember, findOrg, listMembers } from "../resources/org/admin-store.ts";
import { listOrgsOfUser } from "../resources/org/store.ts";
import { authRequest } from "./auth-request.ts";

const RESTORE_MS = RESTORE_DAYS * 86_400_000;

/**
 * Takes a person out of every organisation before the account is deleted, all or none. An organisation without other members is
 * deleted too, and purged with the next housekeeping, for nobody is left who could restore it.
 * Answers the ids of the organisations that go on. Fails with `last-admin` when one of them would have no admin.
 */
export async function leaveOrgs(db: Database, userId: string, now: Date): Promise<string[]> {
  return db.transaction(async (tx) => {
    const left: string[] = [];
    // In one order: two who leave the same organisations at once wait for each other.
    const orgs = (await listOrgsOfUser(tx, userId)).sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const { id } of orgs) if (await leaveOrg(tx, id, userId, now)) left.push(id);
    return left;
  });
}

/** False for an organisation that is deleted by it. */
async function leaveOrg(tx: Database, orgId: string, userId: string, now: Date): Promise<boolean> {
  // Meanwhile nobody else joins it or leaves.
  await findOrg(tx, orgId, "update");
  const others = (await listMembers(tx, orgId)).filter(({ id }) => id !== userId);
  if (others.length === 0) {
    await changeOrg(tx, orgId, { deletedAt: new Date(now.getTime() - RESTORE_MS) });
    return false;
  }
  await deleteMember(tx, orgId, userId);
  if ((await countAdmins(tx, orgId)) === 0) throw new PlatformError("last-admin");
  return true;
}

/** Tells those who stay that, and from where, a person has left. */
export function recordLeaving(audit: AuditLog, person: { id: string; name: string }, orgIds: readonly string[]): void {
  const actor = { actor: "user", actorId: person.id, actorName: person.name } as const;
  for (const orgId of orgIds)
    audit.record({ orgId, action: "leaveOrg", targetId: orgId, ...actor, ...authRequest.getStore()?.from });
}
