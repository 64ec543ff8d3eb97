import { type CreateOrg, NAME_MAX_CHARACTERS, type Org, type OrgAuth, PlatformError } from "@callwright/contract";
import { eq } from "drizzle-orm";
import type { MintOrgToken } from "../../platform/auth/org-token.ts";
import { findMemberRole } from "../../platform/auth/stores/memberships.ts";
import { insertOrg, listOrgsOfUser, lockUser, type OrgRow } from "../../platform/auth/stores/orgs.ts";
import { organization, user } from "../../platform/auth/tables.ts";
import type { Database } from "../../platform/db/connect.ts";
import type { UserCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { addedReferences, requireReferences } from "../../platform/resource-kit/references.ts";
import { openRow, sealHeaders } from "../../platform/secrets/sealed-headers.ts";
import { seedOrg } from "./seed/seed-org.ts";

type OrgContext = Pick<ServerContext, "audit" | "db" | "blobs" | "config" | "now" | "newId" | "secrets">;

/** A person's organizations. Makes and seeds the first when there is none: with the sign-up, or here after a crash in between. */
export async function ensureOrgs(context: OrgContext, userId: string): Promise<Org[]> {
  const found = await listOrgsOfUser(context.db, userId);
  if (found.length > 0) return found.map((row) => toOrg(context, row));
  const { orgs, made } = await context.db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const before = await listOrgsOfUser(tx, userId);
    if (before.length > 0) return { orgs: before };
    const first = await makeOrg(tx, context, userId, { name: await firstOrgName(tx, userId) });
    return { orgs: [first], made: first };
  });
  // No route makes it.
  if (made)
    context.audit.record({
      orgId: made.id,
      action: "createOrg",
      targetId: made.id,
      targetName: made.name,
      actor: "user",
      actorId: userId,
    });
  return orgs.map((row) => toOrg(context, row));
}

export async function createOrg(context: OrgContext, userId: string, body: CreateOrg): Promise<Org> {
  return context.db.transaction(async (tx) => {
    await requireUser(tx, userId);
    return toOrg(context, await makeOrg(tx, context, userId, body));
  });
}

/** An organization token for a member; other people get not found. */
export async function mintOrgAuth(db: Database, mint: MintOrgToken, caller: UserCaller, orgId: string): Promise<OrgAuth> {
  const { userId, sessionId } = caller;
  const role = await findMemberRole(db, orgId, userId);
  if (!role) throw new PlatformError("not-found", { what: "Org" });
  return mint({ userId, sessionId, orgId, role });
}

async function makeOrg(tx: Database, context: OrgContext, userId: string, { name, ...fields }: CreateOrg): Promise<OrgRow> {
  const { newId, now } = context;
  const id = newId();
  // A new organization has no resources yet that a field could name.
  await requireReferences(tx, id, addedReferences(fields));
  const sealed = sealHeaders(context, organization, id, fields);
  const org = await insertOrg(tx, { id, name, fields: sealed, createdAt: now(), memberId: newId(), adminUserId: userId });
  await seedOrg({ ...context, db: tx }, org.id, userId);
  return org;
}

async function firstOrgName(tx: Database, userId: string): Promise<string> {
  const owner = await requireUser(tx, userId);
  const suffix = "'s organization";
  return `${[...owner.name.trim()].slice(0, NAME_MAX_CHARACTERS - suffix.length).join("")}${suffix}`;
}

/** A deleted account's token is still signed well. */
async function requireUser(tx: Database, userId: string): Promise<{ name: string }> {
  const [found] = await tx.select({ name: user.name }).from(user).where(eq(user.id, userId));
  if (!found) throw new PlatformError("unauthorized");
  return found;
}

export function toOrg(context: Pick<ServerContext, "secrets">, row: OrgRow): Org {
  const { id, name, fields, role, createdAt, updatedAt } = openRow(context, organization, row);
  return { ...fields, id, name, role, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
