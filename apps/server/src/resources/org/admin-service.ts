import {
  type DeletedOrg,
  type Org,
  type OrgMember,
  PlatformError,
  RESTORE_DAYS,
  type UpdateOrg,
  type UpdateUserRole,
} from "@callwright/contract";
import type { Memberships } from "../../auth/memberships.ts";
import { organization } from "../../auth/schema.ts";
import type { Database } from "../../db/connect.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { openRow, sealHeaders } from "../../sealed-headers.ts";
import type { ServerContext } from "../../server-context.ts";
import * as store from "./admin-store.ts";
import { toOrg } from "./service.ts";

type ReadContext = Pick<ServerContext, "db" | "secrets">;

export interface OrgAdminContext extends Pick<ServerContext, "db" | "now" | "newId" | "secrets"> {
  memberships: Memberships;
}

export async function getOrg(context: ReadContext, caller: OrgCaller, orgId: string): Promise<Org> {
  const row = requireOwn(caller, orgId, await store.findOrg(context.db, caller.orgId));
  return toOrg(context, { ...row, role: caller.role });
}

/** False for a flag that nobody has set. */
export async function getFeatureFlag({ db }: ReadContext, caller: OrgCaller, orgId: string, key: string): Promise<boolean> {
  const { featureFlags = {} } = requireOwn(caller, orgId, await store.findOrg(db, caller.orgId)).fields;
  return Object.hasOwn(featureFlags, key) && featureFlags[key] === true;
}

/** Merges by field; null clears one. A name cannot be cleared. */
export async function updateOrg(context: OrgAdminContext, caller: OrgCaller, orgId: string, patch: UpdateOrg): Promise<Org> {
  const { name, ...fields } = patch;
  if (name === null) throw new PlatformError("validation-failed", {}, { problems: ["name must be a string"] });
  return context.db.transaction(async (db) => {
    const row = requireOwn(caller, orgId, await store.findOrg(db, caller.orgId, "update"));
    const before = openRow(context, organization, row).fields;
    const kept = Object.entries({ ...before, ...fields }).filter(([, value]) => value !== null && value !== undefined);
    const sealed = sealHeaders(context, organization, orgId, Object.fromEntries(kept));
    const change = { fields: sealed, ...(name === undefined ? {} : { name }), updatedAt: context.now() };
    await store.changeOrg(db, orgId, change);
    return toOrg(context, { ...row, ...change, role: caller.role });
  });
}

/** None of its tokens opens anything from then on. What is in it stays as it is until it is restored or purged. Answers its name. */
export async function deleteOrg(context: OrgAdminContext, caller: OrgCaller, orgId: string): Promise<string> {
  const { name } = requireOwn(caller, orgId, await store.findOrg(context.db, caller.orgId));
  await store.changeOrg(context.db, orgId, { deletedAt: context.now() });
  context.memberships.forget();
  return name;
}

/** Those that `restoreOrg` would bring back. */
export async function listDeletedOrgs({ db, now }: OrgAdminContext, userId: string): Promise<DeletedOrg[]> {
  const rows = await store.listDeletedOrgs(db, userId, restorableSince(now()));
  return rows.map(({ id, name, deletedAt }) => ({ id, name, deletedAt: deletedAt.toISOString() }));
}

/** For those who were its admins, `RESTORE_DAYS` long. Without effect on one that is not deleted. */
export async function restoreOrg(context: OrgAdminContext, userId: string, orgId: string): Promise<Org> {
  const { db, now, memberships } = context;
  const row = await store.restoreOrg(db, orgId, userId, restorableSince(now()));
  if (!row) throw notFound("Org");
  memberships.forget();
  return toOrg(context, { ...row, role: "admin" });
}

export async function listMembers({ db }: ReadContext, caller: OrgCaller, orgId: string): Promise<OrgMember[]> {
  requireOwn(caller, orgId, caller);
  return (await store.listMembers(db, orgId)).map(({ createdAt, updatedAt, ...person }) => ({
    ...person,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}

/** Answers the person's name. Fails with `last-admin` when nobody could administer the organisation any more. */
export async function setRole(
  context: OrgAdminContext,
  caller: OrgCaller,
  orgId: string,
  { userId, role }: UpdateUserRole,
): Promise<string> {
  return changeMember(context, caller, orgId, userId, (db) => store.setMemberRole(db, orgId, userId, role));
}

/** Of somebody else, or by leaving of oneself. Answers the person's name. Fails with `last-admin`. */
export async function removeMember(
  context: OrgAdminContext,
  caller: OrgCaller,
  orgId: string,
  userId: string | null,
): Promise<string> {
  requireOwn(caller, orgId, caller);
  // An API token is nobody's membership.
  if (userId === null) throw notFound("Member");
  return changeMember(context, caller, orgId, userId, (db) => store.deleteMember(db, orgId, userId));
}

/** One change at a time in an organisation: of two last admins who leave at once, one stays. */
async function changeMember(
  { db, memberships }: OrgAdminContext,
  caller: OrgCaller,
  orgId: string,
  userId: string,
  change: (db: Database) => Promise<boolean>,
): Promise<string> {
  const name = await db.transaction(async (tx) => {
    requireOwn(caller, orgId, await store.findOrg(tx, caller.orgId, "update"));
    const found = await store.findMemberName(tx, orgId, userId);
    if (found === undefined || !(await change(tx))) throw notFound("Member");
    if ((await store.countAdmins(tx, orgId)) === 0) throw new PlatformError("last-admin");
    return found;
  });
  memberships.forget();
  return name;
}

const restorableSince = (now: Date) => new Date(now.getTime() - RESTORE_DAYS * 86_400_000);

/** Another organisation is as absent as one that never was. */
export function requireOwn<Value>(caller: OrgCaller, orgId: string, value: Value | undefined): Value {
  if (orgId !== caller.orgId || value === undefined) throw notFound("Org");
  return value;
}

function notFound(what: string): PlatformError {
  return new PlatformError("not-found", { what });
}
