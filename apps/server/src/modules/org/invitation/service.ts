import { type OpenInvitation, type Org, PlatformError, type Role } from "@callwright/contract";
import type { Memberships } from "../../../platform/auth/memberships.ts";
import * as store from "../../../platform/auth/stores/invitations.ts";
import { findMemberRole } from "../../../platform/auth/stores/memberships.ts";
import { findOrg } from "../../../platform/auth/stores/orgs.ts";
import { present } from "../../../platform/db/present.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { toOrg } from "../service.ts";
import { isInvitationSecret } from "./link-secret.ts";

export interface InvitationContext extends Pick<ServerContext, "db" | "now" | "newId" | "secrets"> {
  memberships: Memberships;
}

const CLOSED = {
  withdrawn: "invitation-withdrawn",
  expired: "invitation-expired",
  accepted: "invitation-accepted",
} as const;

/** A closed invitation only says how it was closed: `invitation-withdrawn`, `invitation-expired` or `invitation-accepted`. */
export async function getInvitation({ db, now }: Pick<InvitationContext, "db" | "now">, id: string): Promise<OpenInvitation> {
  const found = await store.findInvitation(db, id);
  if (!found) throw notFound();
  const { invitation, orgName, inviterName } = found;
  requireOpen(invitation, now());
  const { email, role, expiresAt, redirectTo } = invitation;
  return present({ id, orgName, inviterName, email, role: (role ?? "viewer") as Role, expiresAt, redirectTo });
}

/**
 * Makes the signed-in person a member, with the invitation's role. A member stays what they are. The secret of the link replaces
 * the verification of the address for this invitation only: the admin has the secret too, and may not own the address. Fails with
 * `invitation-other-address`, `invitation-address-unverified`, or as `getInvitation` does.
 */
export async function acceptInvitation(
  context: InvitationContext,
  userId: string,
  id: string,
  secret: string | undefined,
): Promise<Org> {
  const { db, now, newId, memberships } = context;
  const org = await db.transaction(async (tx) => {
    const orgId = (await store.findInvitation(tx, id))?.invitation.organizationId;
    // Held until the end: of what others do to the organization, its members and invitations, all is before this or after it.
    const row = orgId === undefined ? undefined : await findOrg(tx, orgId, "update");
    const found = row && (await store.findInvitation(tx, id));
    if (!row || !found) throw notFound();
    const { invitation } = found;
    const isProven = secret !== undefined && isInvitationSecret(context.secrets, invitation, secret);
    await requireAddressee(tx, userId, invitation.email, isProven);
    const before = await findMemberRole(tx, row.id, userId);
    const role = before ?? ((invitation.role ?? "viewer") as Role);
    const state = store.stateOf(invitation, now());
    if (before === undefined || state === "open") {
      requireOpen(invitation, now());
      await store.acceptInvitation(tx, invitation, { memberId: newId(), userId, role, at: now() });
    }
    return toOrg(context, { ...row, role });
  });
  memberships.forget();
  return org;
}

async function requireAddressee(db: InvitationContext["db"], userId: string, email: string, isProven: boolean): Promise<void> {
  const person = await store.findPerson(db, userId);
  // A deleted account's token is still signed well.
  if (!person) throw new PlatformError("unauthorized");
  if (person.email.toLowerCase() !== email.toLowerCase()) throw new PlatformError("invitation-other-address");
  if (!person.emailVerified && !isProven) throw new PlatformError("invitation-address-unverified");
}

function requireOpen(invitation: store.InvitationRow, now: Date): void {
  const state = store.stateOf(invitation, now);
  if (state !== "open") throw new PlatformError(CLOSED[state]);
}

function notFound(): PlatformError {
  return new PlatformError("not-found", { what: "Invitation" });
}
