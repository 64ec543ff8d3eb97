import { and, asc, eq, isNull } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { organization, orgKeySet } from "../tables.ts";

export type KeySetRow = typeof orgKeySet.$inferSelect;

const ofOrg = (orgId: string) => eq(orgKeySet.organizationId, orgId);

/** The key set of an issuer; undefined in an organization that was deleted. */
export async function findKeySetOfIssuer(db: Database, orgId: string, issuer: string): Promise<KeySetRow | undefined> {
  const [row] = await db
    .select({ keySet: orgKeySet })
    .from(orgKeySet)
    .innerJoin(organization, eq(organization.id, orgKeySet.organizationId))
    .where(and(ofOrg(orgId), eq(orgKeySet.issuer, issuer), isNull(organization.deletedAt)));
  return row?.keySet;
}

/** Oldest first. */
export async function listKeySets(db: Database, orgId: string): Promise<KeySetRow[]> {
  return db.select().from(orgKeySet).where(ofOrg(orgId)).orderBy(asc(orgKeySet.createdAt), asc(orgKeySet.id));
}

export async function insertKeySet(db: Database, row: Omit<KeySetRow, "lastUsedAt">): Promise<KeySetRow> {
  const [inserted] = await db.insert(orgKeySet).values(row).returning();
  if (!inserted) throw new Error("an insert returned no row");
  return inserted;
}

/** Undefined when no key set has that id. */
export async function deleteKeySet(db: Database, orgId: string, id: string): Promise<KeySetRow | undefined> {
  const [row] = await db
    .delete(orgKeySet)
    .where(and(ofOrg(orgId), eq(orgKeySet.id, id)))
    .returning();
  return row;
}
