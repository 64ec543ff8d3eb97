import type { Role } from "@callwright/contract";
import { and, asc, count, eq, isNull } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { member, organization, user } from "../tables.ts";

/** The role of a person in an organization; undefined when the person is not a member, or the organization is deleted. */
export async function findMemberRole(db: Database, orgId: string, userId: string): Promise<Role | undefined> {
  const [row] = await db
    .select({ role: member.role })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.organizationId, orgId), eq(member.userId, userId), isNull(organization.deletedAt)));
  return row?.role as Role | undefined;
}

/** In the order in which they joined. */
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

/** Returns false for a non-member, like `deleteMember`. */
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
