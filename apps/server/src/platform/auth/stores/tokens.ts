import type { ListQuery } from "@callwright/contract";
import { and, eq, isNotNull, isNull, notExists } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { entityFilters, newestFirst } from "../../db/list-filters.ts";
import { organization, token } from "../tables.ts";

export type TokenRow = typeof token.$inferSelect;

/** The only read without an organization: the token's hash proves its holder's. */
export async function findTokenByHash(db: Database, valueHash: string): Promise<TokenRow | undefined> {
  const [row] = await db
    .select()
    .from(token)
    .where(and(eq(token.valueHash, valueHash), isNull(token.deletedAt), notExists(deletedOrg(db))));
  return row;
}

const deletedOrg = (db: Database) =>
  db
    .select({ id: organization.id })
    .from(organization)
    .where(and(eq(organization.id, token.orgId), isNotNull(organization.deletedAt)));

export async function insertToken(db: Database, row: Omit<TokenRow, "deletedAt" | "lastUsedAt">): Promise<TokenRow> {
  const [inserted] = await db.insert(token).values(row).returning();
  if (!inserted) throw new Error("an insert returned no row");
  return inserted;
}

export async function listTokens(db: Database, orgId: string, query: ListQuery): Promise<TokenRow[]> {
  return db
    .select()
    .from(token)
    .where(and(eq(token.orgId, orgId), isNull(token.deletedAt), ...entityFilters(token, query)))
    .orderBy(...newestFirst(token))
    .limit(query.limit);
}

export async function findToken(db: Database, orgId: string, id: string): Promise<TokenRow | undefined> {
  const isLive = and(eq(token.orgId, orgId), eq(token.id, id), isNull(token.deletedAt));
  const [row] = await db.select().from(token).where(isLive);
  return row;
}
