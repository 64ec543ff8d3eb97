import type { Role } from "@callwright/contract";
import { and, asc, desc, eq, exists, gt, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { member, organization } from "../tables.ts";

type OrganizationRow = typeof organization.$inferSelect;

const live = (orgId: string) => and(eq(organization.id, orgId), isNull(organization.deletedAt));

/** With "update", locks the organization and its memberships until the end of the transaction. */
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

/** Organizations that were deleted after `since` and whose admin the person is, the last one first. */
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

/** Brings back an organization that was deleted after `since`, for one of its admins. */
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

export interface OrgRow {
  id: string;
  name: string;
  createdAt: Date;
  updatedAt: Date;
  fields: typeof organization.$inferSelect.fields;
  /** Role of the requesting member. */
  role: Role;
}

/** The organizations a person is a member of, oldest first. */
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

export async function insertOrg(
  db: Database,
  org: Pick<OrgRow, "id" | "name" | "fields" | "createdAt"> & { memberId: string; adminUserId: string },
): Promise<OrgRow> {
  const { id, name, fields, createdAt, memberId, adminUserId } = org;
  await db.insert(organization).values({ id, name, fields, slug: id, createdAt, updatedAt: createdAt });
  await db.insert(member).values({ id: memberId, organizationId: id, userId: adminUserId, role: "admin", createdAt });
  return { id, name, fields, createdAt, updatedAt: createdAt, role: "admin" };
}

/** Locks the person's row: until the end of the transaction, another call for the same person waits here. */
export async function lockUser(db: Database, userId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`user:${userId}`}, 0))`);
}
