import type { Role } from "@callwright/contract";
import { and, asc, count, desc, eq, exists, gt, isNull, or } from "drizzle-orm";
import { member, organization, user } from "../../auth/schema.ts";
import type { Database } from "../../db/connect.ts";

type OrganizationRow = typeof organization.$inferSelect;

const live = (orgId: string) => and(eq(organization.id, orgId), isNull(organization.deletedAt));

/** With "update" nobody else changes it, or who belongs to it, until the end of the transaction. */
export async function findOrg(db: Database, orgId: string, lock?: "update"): Promise<OrganizationRow | undefined> {
  const found = db.select().from(organization).where(live(orgId));
  const [row] = await (lock ? found.for(lock) : found);
  return row;
}

export async function changeOrg(
  db: Database,
  orgId: string,
  change: Partial<Pick<OrganizationRow, "name" | "fields" | "updatedAt" | "deletedAt">>,
): Promise<void> {
  await db.update(organization).set(change).where(live(orgId));
}

/** What was deleted after `since` of what a person is an admin of, the last one first. */
export async function listDeletedOrgs(
  db: Database,
  userId: string,
  since: Date,
): Promise<{ id: string; name: string; deletedAt: Date }[]> {
  const rows = await db
    .select({ id: organization.id, name: organization.name, deletedAt: organization.deletedAt })
    .from(organization)
    .innerJoin(member, eq(member.organizationId, organization.id))
    .where(and(eq(member.userId, userId), eq(member.role, "admin"), gt(organization.deletedAt, since)))
    .orderBy(desc(organization.deletedAt), asc(organization.id));
  return rows.flatMap(({ deletedAt, ...org }) => (deletedAt ? [{ ...org, deletedAt }] : []));
}

/** Brings back what was deleted after `since`, for one who is an admin of it. */
export async function restoreOrg(db: Database, orgId: string, userId: string, since: Date): Promise<OrganizationRow | undefined> {
  const isAdmin = db
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.organizationId, orgId), eq(member.userId, userId), eq(member.role, "admin")));
  const [row] = await db
    .update(organization)
    .set({ deletedAt: null })
    .where(
      and(eq(organization.id, orgId), or(isNull(organization.deletedAt), gt(organization.deletedAt, since)), exists(isAdmin)),
    )
    .returning();
  return row;
}

/** In the order in which they came. */
export async function listMembers(db: Database, orgId: string) {
  const rows = await db
    .select({
      id: user.id,
      email: user.email,
      fullName: user.name,
      role: member.role,
      createdAt: member.createdAt,
      updatedAt: user.updatedAt,
    })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(eq(member.organizationId, orgId))
    .orderBy(asc(member.createdAt), asc(member.id));
  return rows.map((row) => ({ ...row, role: row.role as Role }));
}

const membership = (orgId: string, userId: string) => and(eq(member.organizationId, orgId), eq(member.userId, userId));

export async function findMemberName(db: Database, orgId: string, userId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ name: user.name })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(membership(orgId, userId));
  return row?.name;
}

/** False for somebody who is no member; so it is below. */
export async function setMemberRole(db: Database, orgId: string, userId: string, role: Role): Promise<boolean> {
  const changed = await db.update(member).set({ role }).where(membership(orgId, userId)).returning({ id: member.id });
  return changed.length > 0;
}

export async function deleteMember(db: Database, orgId: string, userId: string): Promise<boolean> {
  const removed = await db.delete(member).where(membership(orgId, userId)).returning({ id: member.id });
  return removed.length > 0;
}

export async function countAdmins(db: Database, orgId: string): Promise<number> {
  const [counted] = await db
    .select({ admins: count() })
    .from(member)
    .where(and(eq(member.organizationId, orgId), eq(member.role, "admin")));
  return counted?.admins ?? 0;
}
