import { APIError } from "better-auth/api";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { Database } from "../db/connect.ts";
import { after, authHooks, before } from "./auth-hooks.ts";
import { invitation, organization } from "./tables.ts";

/** The library's answer about an organization, or an invitation to one. */
interface Told {
  id: string;
  organizationId?: string;
}

/** Deleted organizations are still in the library's tables, and the library does not know that. To its callers they do not exist. */
export const deletedOrgs = (db: Database) =>
  authHooks(
    "deleted-orgs",
    before(/^\/organization\//, async ({ path, query }) => {
      const named = [query?.organizationId, query?.organizationSlug].filter((each) => typeof each === "string");
      if (path === "/organization/get-invitation") named.push(...(await orgOfInvitation(db, String(query?.id))));
      if ((await deletedOf(db, named)).size > 0) throw new APIError("NOT_FOUND");
    }),
    after(["/organization/list", "/organization/list-user-invitations"], async (ctx) => {
      const listed = ctx.context.returned;
      if (!Array.isArray(listed)) return;
      const orgOf = ({ organizationId, id }: Told) => organizationId ?? id;
      const deleted = await deletedOf(db, listed.map(orgOf));
      return ctx.json(listed.filter((told: Told) => !deleted.has(orgOf(told))));
    }),
  );

async function orgOfInvitation(db: Database, id: string): Promise<string[]> {
  const rows = await db.select({ orgId: invitation.organizationId }).from(invitation).where(eq(invitation.id, id));
  return rows.map(({ orgId }) => orgId);
}

/** Those of the organizations that were deleted. The library's slugs are ids here. */
async function deletedOf(db: Database, orgIds: string[]): Promise<Set<string>> {
  if (orgIds.length === 0) return new Set();
  const isDeleted = and(inArray(organization.id, orgIds), isNotNull(organization.deletedAt));
  return new Set((await db.select({ id: organization.id }).from(organization).where(isDeleted)).map(({ id }) => id));
}
