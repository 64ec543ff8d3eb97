import {
  type DeletedOrg,
  invalid,
  type Org,
  type OrgMember,
  PlatformError,
  type UpdateOrg,
  type UpdateUserRole,
} from "@callwright/contract";
import type { Memberships } from "../../platform/auth/memberships.ts";
import * as members from "../../platform/auth/stores/memberships.ts";
import * as orgs from "../../platform/auth/stores/orgs.ts";
import { organization } from "../../platform/auth/tables.ts";
import type { Database } from "../../platform/db/connect.ts";
import { present } from "../../platform/db/present.ts";
import { restorableSince } from "../../platform/db/restorable-since.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { withChange } from "../../platform/http/parse-whole.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { findQuotas } from "../../platform/quota/quotas.ts";
import { addedReferences, requireReferences } from "../../platform/resource-kit/references.ts";
import { openRow, sealHeaders } from "../../platform/secrets/sealed-headers.ts";
import { orgConcurrency } from "../call/runtime/admit-call.ts";
import { toOrg } from "./service.ts";

type ReadContext = Pick<ServerContext, "db" | "secrets">;

export interface OrgAdminContext extends Pick<ServerContext, "config" | "db" | "now" | "newId" | "secrets"> {
  memberships: Memberships;
}

export async function getOrg(
  context: ReadContext & Pick<ServerContext, "config" | "now">,
  caller: OrgCaller,
  orgId: string,
): Promise<Org> {
  const row = requireOwn(caller, orgId, await orgs.findOrg(context.db, caller.orgId));
  return { ...toOrg(context, { ...row, role: caller.role }), ...(await usageOf(context, orgId)) };
}

async function usageOf(
  context: Pick<ServerContext, "config" | "db" | "now">,
  orgId: string,
): Promise<Pick<Org, "concurrency" | "quotas">> {
  return { concurrency: await orgConcurrency(context, orgId), quotas: await findQuotas(context, orgId) };
}

/** False for a flag that was never set. */
export async function getFeatureFlag({ db }: ReadContext, caller: OrgCaller, orgId: string, key: string): Promise<boolean> {
  const { featureFlags = {} } = requireOwn(caller, orgId, await orgs.findOrg(db, caller.orgId)).fields;
  return Object.hasOwn(featureFlags, key) && featureFlags[key] === true;
}

/** Merges by field; null clears one. A name cannot be cleared. */
export async function updateOrg(context: OrgAdminContext, caller: OrgCaller, orgId: string, patch: UpdateOrg): Promise<Org> {
  const { name, ...fields } = patch;
  if (name === null) throw invalid("name must be a string");
  return context.db.transaction(async (db) => {
    const row = requireOwn(caller, orgId, await orgs.findOrg(db, caller.orgId, "update"));
    const before = openRow(context, organization, row).fields;
    const changed = withChange(before, fields, patch);
    await requireReferences(db, orgId, addedReferences(changed, before));
    const sealed = sealHeaders(context, organization, orgId, changed);
    const change = { fields: sealed, ...(name === undefined ? {} : { name }), updatedAt: context.now() };
    await orgs.changeOrg(db, orgId, change);
    const org = toOrg(context, { ...row, ...change, role: caller.role });
    return { ...org, ...(await usageOf({ ...context, db }, orgId)) };
  });
}

/** Its tokens stop working at once. Its data stays until it is restored or purged. Returns its name. */
export async function deleteOrg(context: OrgAdminContext, caller: OrgCaller, orgId: string): Promise<string> {
  const { name } = requireOwn(caller, orgId, await orgs.findOrg(context.db, caller.orgId));
  await orgs.changeOrg(context.db, orgId, { deletedAt: context.now() });
  context.memberships.forget();
  return name;
}

/** Those that `restoreOrg` would bring back. */
export async function listDeletedOrgs({ db, now }: OrgAdminContext, userId: string): Promise<DeletedOrg[]> {
  const rows = await orgs.listDeletedOrgs(db, userId, restorableSince(now()));
  return rows.map(({ id, name, deletedAt }) => present({ id, name, deletedAt }));
}

/** Allowed for its former admins during `RESTORE_DAYS`. No effect on an organization that is not deleted. */
export async function restoreOrg(context: OrgAdminContext, userId: string, orgId: string): Promise<Org> {
  const { db, now, memberships } = context;
  const row = await orgs.restoreOrg(db, orgId, userId, restorableSince(now()));
  if (!row) throw notFound("Org");
  memberships.forget();
  return toOrg(context, { ...row, role: "admin" });
}

export async function listMembers({ db }: ReadContext, caller: OrgCaller, orgId: string): Promise<OrgMember[]> {
  requireOwn(caller, orgId, caller);
  return (await members.listMembers(db, orgId)).map(present);
}

/** Returns the person's name. Fails with `last-admin` if the organization would have no admin. */
export async function setRole(
  context: OrgAdminContext,
  caller: OrgCaller,
  orgId: string,
  { userId, role }: UpdateUserRole,
): Promise<string> {
  return changeMember(context, caller, orgId, userId, (db) => members.setMemberRole(db, orgId, userId, role));
}

/** Removes another person, or the caller, who then leaves. Returns the person's name. Fails with `last-admin`. */
export async function removeMember(
  context: OrgAdminContext,
  caller: OrgCaller,
  orgId: string,
  userId: string | null,
): Promise<string> {
  requireOwn(caller, orgId, caller);
  // An API token has no membership.
  if (userId === null) throw notFound("Member");
  return changeMember(context, caller, orgId, userId, (db) => members.deleteMember(db, orgId, userId));
}

/** One change at a time in an organization: if its two last admins leave at once, one stays. */
async function changeMember(
  { db, memberships }: OrgAdminContext,
  caller: OrgCaller,
  orgId: string,
  userId: string,
  change: (db: Database) => Promise<boolean>,
): Promise<string> {
  const name = await db.transaction(async (tx) => {
    requireOwn(caller, orgId, await orgs.findOrg(tx, caller.orgId, "update"));
    const found = await members.findMemberName(tx, orgId, userId);
    if (found === undefined || !(await change(tx))) throw notFound("Member");
    if ((await members.countAdmins(tx, orgId)) === 0) throw new PlatformError("last-admin");
    return found;
  });
  memberships.forget();
  return name;
}

/** Another organization is not found, as if it did not exist. */
export function requireOwn<Value>(caller: OrgCaller, orgId: string, value: Value | undefined): Value {
  if (orgId !== caller.orgId || value === undefined) throw notFound("Org");
  return value;
}

function notFound(what: string): PlatformError {
  return new PlatformError("not-found", { what });
}
