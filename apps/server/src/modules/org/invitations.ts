import {
  INVITE_DAYS,
  INVITE_MAX_OPEN,
  type Invitation,
  type InviteUsers,
  PlatformError,
  parseUrl,
  type Role,
} from "@callwright/contract";
import * as store from "../../platform/auth/stores/invitations.ts";
import { listMembers } from "../../platform/auth/stores/memberships.ts";
import { findOrg } from "../../platform/auth/stores/orgs.ts";
import { present } from "../../platform/db/present.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { OrgAdminContext } from "./admin-service.ts";
import { requireOwn } from "./admin-service.ts";
import { invitationLink, sealInvitationSecret } from "./invitation/link-secret.ts";
import { type InvitationMailContext, sendAgain, sendInvitations } from "./invitation/send-invitations.ts";

type InviteContext = OrgAdminContext & InvitationMailContext;

/**
 * Members are left out. People who are invited already are invited again, under the same link. Their mails lead to `origin`.
 * Answers the addresses that are invited. Fails with `invite-limit`.
 */
export async function invite(
  context: InviteContext,
  caller: OrgCaller,
  orgId: string,
  { emails, role, redirectTo }: InviteUsers,
  origin: string,
): Promise<string[]> {
  const { db, now, newId } = context;
  const invited = await db.transaction(async (tx) => {
    requireOwn(caller, orgId, await findOrg(tx, caller.orgId, "update"));
    const inviterId = caller.userId;
    if (inviterId === null) throw new PlatformError("forbidden", { role: "API token", needed: "admin" });
    const members = new Set((await listMembers(tx, orgId)).map(({ email }) => email));
    const wanted = [...new Set(emails.map((email) => email.toLowerCase()))].filter((email) => !members.has(email));
    const open = await store.listOpen(tx, orgId, now());
    if (new Set([...open.map(({ email }) => email), ...wanted]).size > INVITE_MAX_OPEN)
      throw new PlatformError("invite-limit", { limit: INVITE_MAX_OPEN });
    const before = await store.findUnaccepted(tx, orgId, wanted);
    const ids = new Map<string, string>();
    for (const email of wanted) {
      const known = before.get(email);
      const { id = newId(), createdAt = now() } = known ?? {};
      // A link from before the withdrawal stays invalid.
      const kept = known && store.isPending(known) ? known.secret : null;
      const secret = kept ?? sealInvitationSecret(context.secrets, id);
      const fields = { organizationId: orgId, email, role, inviterId, redirectTo: pathOf(redirectTo), secret };
      await store.putInvitation(tx, { id, createdAt, expiresAt: inviteEnd(now()), ...fields });
      ids.set(email, id);
    }
    return ids;
  });
  await sendInvitations(context, orgId, [...invited.values()], origin);
  return [...invited.keys()];
}

/** Answers whom it is for. Fails as `sendAgain` does. */
export async function resendInvitation(
  context: InviteContext,
  caller: OrgCaller,
  orgId: string,
  { invitationId, origin }: { invitationId: string; origin: string },
): Promise<string> {
  requireOwn(caller, orgId, caller);
  return sendAgain(context, orgId, invitationId, { expiresAt: inviteEnd(context.now()), origin });
}

/** Admins get the links, too: they could invite anybody, and a link lets its holder join. */
export async function listInvitations(
  { db, now, secrets }: InviteContext,
  caller: OrgCaller,
  orgId: string,
  origin: string,
): Promise<{ invitations: Invitation[] }> {
  requireOwn(caller, orgId, caller);
  const linkOf = (row: store.InvitationRow) => (caller.role === "admin" ? invitationLink(secrets, row, origin) : undefined);
  return { invitations: (await store.listOpen(db, orgId, now())).map((row) => toInvitation(row, linkOf(row))) };
}

/** The link then says that the invitation was withdrawn. Returns the invited address. */
export async function withdrawInvitation({ db }: InviteContext, caller: OrgCaller, orgId: string, id: string): Promise<string> {
  requireOwn(caller, orgId, caller);
  const email = await store.withdraw(db, orgId, id);
  if (email === undefined) throw new PlatformError("not-found", { what: "Invitation" });
  return email;
}

const inviteEnd = (at: Date) => new Date(at.getTime() + INVITE_DAYS * 86_400_000);

/** A path of this server. Other values could lead away from it, and are ignored. */
function pathOf(redirectTo: string | undefined): string | null {
  const here = "http://here.invalid";
  const url = redirectTo?.startsWith("/") ? parseUrl(redirectTo, here) : undefined;
  return url?.origin === here ? url.pathname + url.search + url.hash : null;
}

function toInvitation(
  { id, email, role, createdAt, expiresAt, sentAt }: store.InvitationRow,
  link: string | undefined,
): Invitation {
  const updatedAt = sentAt ?? createdAt;
  return { ...present({ id, email, createdAt, updatedAt, expiresAt, sentAt }), role: (role ?? "viewer") as Role, link };
}
