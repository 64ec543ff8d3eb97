import { INVITE_RESEND_SECONDS, PlatformError } from "@callwright/contract";
import * as store from "../../../platform/auth/stores/invitations.ts";
import type { Mail } from "../../../platform/mail/mailer.ts";
import type { ServerContext } from "../../../platform/platform.ts";

export type InvitationMailContext = Pick<ServerContext, "db" | "log" | "mailer" | "now">;

/** Mails that are on their way at a time. */
const AT_A_TIME = 5;
/** After this time no further mail is started: a mail server that does not answer must not block the request. */
const BEGIN_WITHIN_MS = 10_000;

/**
 * Mails invitations, those left out whose last mail is less than `INVITE_RESEND_SECONDS` old. One whose mail is not taken stays open and
 * unsent, and can be sent again at once. Links begin with `origin`.
 */
export async function sendInvitations(
  context: InvitationMailContext,
  orgId: string,
  ids: readonly string[],
  origin: string,
): Promise<void> {
  const { db, log, now } = context;
  const claimed = await store.claimSending(db, orgId, ids, { sentAt: now() }, lastSending(now()));
  const beganMs = performance.now();
  while (claimed.length > 0) {
    const isLate = performance.now() - beganMs > BEGIN_WITHIN_MS;
    const sent = claimed.splice(0, AT_A_TIME).map(async ({ id }) => {
      if (isLate) return store.unclaimSending(db, id);
      await mailOrUnclaim(context, id, origin).catch((error: unknown) => log.warn({ err: error }, "an invitation was not sent"));
    });
    await Promise.all(sent);
  }
}

/**
 * Mails an invitation again, which is then open for another week. Answers whom it is for. Fails with `invitation-resent` when its last mail
 * is less than `INVITE_RESEND_SECONDS` old, with `mail-not-sent`, or with `not-found`.
 */
export async function sendAgain(
  context: InvitationMailContext,
  orgId: string,
  id: string,
  { expiresAt, origin }: { expiresAt: Date; origin: string },
): Promise<string> {
  const { db, now } = context;
  const at = now();
  const [claimed] = await store.claimSending(db, orgId, [id], { sentAt: at, expiresAt }, lastSending(at));
  if (!claimed) throw await refusal(context, orgId, id);
  await mailOrUnclaim(context, id, origin);
  return claimed.email;
}

const lastSending = (at: Date) => new Date(at.getTime() - INVITE_RESEND_SECONDS * 1000);

async function refusal({ db, now }: InvitationMailContext, orgId: string, id: string): Promise<PlatformError> {
  const sentAt = (await store.findPending(db, orgId, id))?.sentAt;
  if (!sentAt) return new PlatformError("not-found", { what: "Invitation" });
  const waitMs = sentAt.getTime() + INVITE_RESEND_SECONDS * 1000 - now().getTime();
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new PlatformError("invitation-resent", { retryAfterSeconds });
}

async function mailOrUnclaim({ db, mailer }: InvitationMailContext, id: string, origin: string): Promise<void> {
  try {
    const found = await store.findInvitation(db, id);
    if (found) await mailer.sendMail(invitationMail(found, origin));
  } catch (error) {
    await store.unclaimSending(db, id);
    throw error;
  }
}

function invitationMail(
  { invitation, orgName, inviterName }: NonNullable<Awaited<ReturnType<typeof store.findInvitation>>>,
  origin: string,
): Mail {
  const { id, email, role, expiresAt } = invitation;
  const [org, inviter] = [oneLine(orgName), oneLine(inviterName)];
  const until = expiresAt.toISOString().slice(0, 10);
  return {
    to: email,
    subject: `${inviter} invites you to ${org}`,
    text: `${inviter} invites you to the organization ${org} at ${origin}, as ${role ?? "viewer"}. Open this link until ${until} to accept, with this address:\n\n${origin}/invite/${id}\n\nIf you do not know who that is, do nothing.\n`,
  };
}

/** People choose their names, so a name must not look like another part of the mail or like a link. */
function oneLine(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").replaceAll("://", ":/ /");
}
