import type { Role } from "@callwright/contract";
import { and, asc, eq, gt, inArray, isNull, lt, lte, or, type SQL } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { invitation, member, organization, user } from "../tables.ts";

export type InvitationRow = typeof invitation.$inferSelect;

/** better-auth's words for what becomes of an invitation. */
const PENDING = "pending";
const WITHDRAWN = "canceled";
const ACCEPTED = "accepted";

export type InvitationState = "open" | "withdrawn" | "expired" | "accepted";

/** It was neither accepted nor withdrawn, though it may have expired. */
export const isPending = ({ status }: Pick<InvitationRow, "status">): boolean => status === PENDING;

export function stateOf({ status, expiresAt }: Pick<InvitationRow, "status" | "expiresAt">, now: Date): InvitationState {
  if (status === ACCEPTED) return "accepted";
  if (status !== PENDING) return "withdrawn";
  return expiresAt > now ? "open" : "expired";
}

const pending = (orgId: string): SQL | undefined => and(eq(invitation.organizationId, orgId), eq(invitation.status, PENDING));

/** Oldest first. */
export async function listOpen(db: Database, orgId: string, now: Date): Promise<InvitationRow[]> {
  return db
    .select()
    .from(invitation)
    .where(and(pending(orgId), gt(invitation.expiresAt, now)))
    .orderBy(asc(invitation.createdAt), asc(invitation.id));
}

/** The invitation with the names that its holder may see. This is the read without an organization: its id is what its link proves. */
export async function findInvitation(db: Database, id: string) {
  const [row] = await db
    .select({ invitation, orgName: organization.name, inviterName: user.name })
    .from(invitation)
    .innerJoin(organization, eq(organization.id, invitation.organizationId))
    .innerJoin(user, eq(user.id, invitation.inviterId))
    .where(and(eq(invitation.id, id), isNull(organization.deletedAt)));
  return row;
}

/** The newest unaccepted invitation of each address, withdrawn ones included. */
export async function findUnaccepted(
  db: Database,
  orgId: string,
  emails: readonly string[],
): Promise<Map<string, InvitationRow>> {
  const rows = await db
    .select()
    .from(invitation)
    .where(
      and(
        eq(invitation.organizationId, orgId),
        inArray(invitation.status, [PENDING, WITHDRAWN]),
        inArray(invitation.email, [...emails]),
      ),
    )
    .orderBy(asc(invitation.createdAt), asc(invitation.id));
  return new Map(rows.map((row) => [row.email, row]));
}

/** Creates the invitation, or replaces all of it except its id and the time it was sent. */
export async function putInvitation(db: Database, row: Omit<InvitationRow, "sentAt" | "status">): Promise<void> {
  const { id, ...fields } = { ...row, status: PENDING };
  await db
    .insert(invitation)
    .values({ id, ...fields })
    .onConflictDoUpdate({ target: invitation.id, set: fields });
}

/** Returns the invited address; undefined if no open invitation has that id. */
export async function withdraw(db: Database, orgId: string, id: string): Promise<string | undefined> {
  const [gone] = await db
    .update(invitation)
    .set({ status: WITHDRAWN })
    .where(and(pending(orgId), eq(invitation.id, id)))
    .returning({ email: invitation.email });
  return gone?.email;
}

/** Marks as sent those whose last mail is older than `sentBefore`, or was none, and answers them: the mail is now the caller's to send. */
export async function claimSending(
  db: Database,
  orgId: string,
  ids: readonly string[],
  change: Pick<InvitationRow, "sentAt"> & Partial<Pick<InvitationRow, "expiresAt">>,
  sentBefore: Date,
): Promise<InvitationRow[]> {
  return db
    .update(invitation)
    .set(change)
    .where(
      and(pending(orgId), inArray(invitation.id, [...ids]), or(isNull(invitation.sentAt), lte(invitation.sentAt, sentBefore))),
    )
    .returning();
}

/** The mail could not be sent, so a retry is permitted at once. */
export async function unclaimSending(db: Database, id: string): Promise<void> {
  await db.update(invitation).set({ sentAt: null }).where(eq(invitation.id, id));
}

export async function findPending(db: Database, orgId: string, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db
    .select()
    .from(invitation)
    .where(and(pending(orgId), eq(invitation.id, id)));
  return row;
}

/** A member keeps their role. */
export async function acceptInvitation(
  db: Database,
  { id, organizationId }: InvitationRow,
  joining: { memberId: string; userId: string; role: Role; at: Date },
): Promise<void> {
  const { memberId, userId, role, at } = joining;
  await db.insert(member).values({ id: memberId, organizationId, userId, role, createdAt: at }).onConflictDoNothing();
  await db.update(invitation).set({ status: ACCEPTED }).where(eq(invitation.id, id));
}

export async function findPerson(db: Database, userId: string): Promise<{ email: string; emailVerified: boolean } | undefined> {
  const [row] = await db.select({ email: user.email, emailVerified: user.emailVerified }).from(user).where(eq(user.id, userId));
  return row;
}

/** Until then, its link says what happened to the invitation. */
const TOLD_MS = 30 * 86_400_000;

/** Deletes invitations that expired long ago, whatever their state. */
export async function forgetOldInvitations(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - TOLD_MS);
  await db.delete(invitation).where(lt(invitation.expiresAt, before));
}
