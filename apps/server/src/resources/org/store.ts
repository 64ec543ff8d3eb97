import type { Role } from "@callwright/contract";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { member, organization } from "../../auth/schema.ts";
import type { Database } from "../../db/connect.ts";

export interface OrgRow {
  id: string;
  name: string;
  createdAt: Date;
  updatedAt: Date;
  fields: typeof organization.$inferSelect.fields;
  /** Of the member who asks. */
  role: Role;
}

/** The organisations a person is a member of, oldest first. */
export async function listOrgsOfUser(db: Database, userId: string): Promise<OrgRow[]> {
  const rows = await db
    .select({
      id: organization.id,
      name: organization.name,
      createdAt: organization.createdAt,
      updatedAt: organization.updatedAt,
      fields: organization.fields,
      role: member.role,
    })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.userId, userId), isNull(organization.deletedAt)))
    .orderBy(asc(organization.createdAt), asc(organization.id));
  return rows.map((row) => ({ ...row, role: row.role as Role }));
}

/** The role of a person in an organisation; undefined when the person is not a member, or the organisation is deleted. */
export async function findMemberRole(db: Database, orgId: string, userId: string): Promise<Role | undefined> {
  const [row] = await db
    .select({ role: member.role })
    .from(member)
    .innerJoin(organization, eq(organization.id, member.organizationId))
    .where(and(eq(member.organizationId, orgId), eq(member.userId, userId), isNull(organization.deletedAt)));
  return row?.role as Role | undefined;
}

export async function insertOrg(
  db: Database,
  org: Pick<OrgRow, "id" | "name" | "fields" | "createdAt"> & { memberId: string; adminUserId: string },
): Promise<OrgRow> {
  const { id, name, fields, createdAt, memberId, adminUserId } = org;
  await db.insert(organization).values({ id, name, fields, slug: id, createdAt, updatedAt: createdAt });
  await db.insert(member).values({ id: memberId, organizationId: id, userId: adminUserId, role: "admin", createdAt });
  return { id, name, fields, createdAt, updatedAt: createdAt, role: "admin" };
}

/** Until the end of the transaction, no other one that asks for the same person gets past here. */
export async function lockUser(db: Database, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`user:${userId}`}, 0))`);
}
