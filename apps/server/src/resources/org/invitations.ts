import { INVITE_DAYS, INVITE_MAX_OPEN, type Invitation, type InviteUsers, PlatformError, type Role } from "@callwright/contract";
import { and, asc, eq, gt, inArray, type SQL } from "drizzle-orm";
import { invitation } from "../../auth/schema.ts";
import type { OrgCaller } from "../../http/caller.ts";
import type { OrgAdminContext } from "./admin-service.ts";
import { requireOwn } from "./admin-service.ts";
import { findOrg, listMembers } from "./admin-store.ts";

/** Who is a member already is left out; who is invited already is invited anew. Fails with `invite-limit`. */
export async function invite(
  { db, now, newId }: OrgAdminContext,
  caller: OrgCaller,
  orgId: string,
  { emails, role }: InviteUsers,
): Promise<void> {
  await db.transaction(async (tx) => {
    requireOwn(caller, orgId, await findOrg(tx, caller.orgId, "update"));
    const inviterId = caller.userId;
    if (inviterId === null) throw new PlatformError("forbidden", { role: "API token", needed: "admin" });
    const members = new Set((await listMembers(tx, orgId)).map(({ email }) => email));
    const invited = [...new Set(emails.map((email) => email.toLowerCase()))].filter((email) => !members.has(email));
    await tx.delete(invitation).where(and(pending(orgId), inArray(invitation.email, invited)));
    const open = await tx.$count(invitation, and(pending(orgId), gt(invitation.expiresAt, now())));
    if (open + invited.length > INVITE_MAX_OPEN) throw new PlatformError("invite-limit", { limit: INVITE_MAX_OPEN });
    const expiresAt = new Date(now().getTime() + INVITE_DAYS * 86_400_000);
    const rows = invited.map((email) => ({
      id: newId(),
      organizationId: orgId,
      email,
      role,
      expiresAt,
      createdAt: now(),
      inviterId,
    }));
    if (rows.length > 0) await tx.insert(invitation).values(rows);
  });
}

export async function listInvitations(
  { db, now }: OrgAdminContext,
  caller: OrgCaller,
  orgId: string,
): Promise<{ invitations: Invitation[] }> {
  requireOwn(caller, orgId, caller);
  const rows = await db
    .select()
    .from(invitation)
    .where(and(pending(orgId), gt(invitation.expiresAt, now())))
    .orderBy(asc(invitation.createdAt), asc(invitation.id));
  return { invitations: rows.map(toInvitation) };
}

export async function withdrawInvitation(
  { db }: OrgAdminContext,
  caller: OrgCaller,
  orgId: string,
  id: string,
): Promise<{ success: boolean }> {
  requireOwn(caller, orgId, caller);
  const gone = await db
    .delete(invitation)
    .where(and(pending(orgId), eq(invitation.id, id)))
    .returning({ id: invitation.id });
  if (gone.length === 0) throw new PlatformError("not-found", { what: "Invitation" });
  return { success: true };
}

function pending(orgId: string): SQL | undefined {
  return and(eq(invitation.organizationId, orgId), eq(invitation.status, "pending"));
}

function toInvitation({ id, email, role, createdAt, expiresAt }: typeof invitation.$inferSelect): Invitation {
  return { id, email, role: (role ?? "viewer") as Role, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
