import { PlatformError } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import { restorableSince } from "../db/restorable-since.ts";
import type { AuditLog } from "../http/audit-log.ts";
import { authRequest } from "./auth-request.ts";
import { countAdmins, deleteMember, listMembers } from "./stores/memberships.ts";
import { changeOrg, findOrg, listOrgsOfUser } from "./stores/orgs.ts";

/**
 * Removes a person from every organization before the account is deleted: all or none. An organization without other members is deleted too, and
 * purged by the next run of the purge, because nobody could restore it. Returns the ids of the remaining organizations. Fails with `last-admin` if
 * one of them would have no admin.
 */
export async function leaveOrgs(db: Database, userId: string, now: Date): Promise<string[]> {
  return db.transaction(async (tx) => {
    const left: string[] = [];
    // In a fixed order: two people who leave the same organizations at once wait for each other.
    const orgs = (await listOrgsOfUser(tx, userId)).sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const { id } of orgs) if (await leaveOrg(tx, id, userId, now)) left.push(id);
    return left;
  });
}

/** False if this deletes the organization. */
async function leaveOrg(tx: Database, orgId: string, userId: string, now: Date): Promise<boolean> {
  // Locks the organization, so that nobody else joins or leaves it.
  await findOrg(tx, orgId, "update");
  const others = (await listMembers(tx, orgId)).filter(({ id }) => id !== userId);
  if (others.length === 0) {
    await changeOrg(tx, orgId, { deletedAt: restorableSince(now) });
    return false;
  }
  await deleteMember(tx, orgId, userId);
  if ((await countAdmins(tx, orgId)) === 0) throw new PlatformError("last-admin");
  return true;
}

/** Records for the remaining members that a person has left, and which organizations. */
export function recordLeaving(audit: AuditLog, person: { id: string; name: string }, orgIds: readonly string[]): void {
  const actor = { actor: "user", actorId: person.id, actorName: person.name } as const;
  for (const orgId of orgIds)
    audit.record({ orgId, action: "leaveOrg", targetId: orgId, ...actor, ...authRequest.getStore()?.from });
}
