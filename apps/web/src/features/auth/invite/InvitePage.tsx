import { ApiError } from "@callwright/client";
import type { OpenInvitation } from "@callwright/contract";
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useLocation, useParams, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useServices, useSession } from "../../../data/services.tsx";
import type { SignedIn } from "../../../data/session.ts";
import { useFormat } from "../../../kit/use-format.ts";
import { AuthCard } from "../AuthCard.tsx";
import { SendVerification } from "../SendVerification.tsx";
import { invitationQuery } from "./invitation-query.ts";

/** Opened from the mail of an invitation, with or without an account. */
export function InvitePage() {
  const { t } = useTranslation();
  const { session } = useServices();
  const { id } = useParams({ from: "/invite/$id" });
  const invitation = useQuery(invitationQuery(session.client, id));
  if (invitation.error) return <Closed error={invitation.error} onRetry={() => void invitation.refetch()} />;
  if (!invitation.data) {
    return (
      <main aria-busy="true">
        <Stack maw={380} mx="auto" mt={120} gap="sm" role="status" aria-label={t("app.loading")}>
          <Skeleton h={28} w={220} />
          <Skeleton h={120} />
        </Stack>
      </main>
    );
  }
  return <Open invitation={invitation.data} />;
}

function Open({ invitation }: { invitation: OpenInvitation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const state = useSession();
  const { orgName, inviterName, email, role, expiresAt } = invitation;
  const note = t("invite.note", { inviter: inviterName, organization: orgName, role: t(`invite.roles.${role}`) });
  return (
    <AuthCard title={t("invite.title", { organization: orgName })} note={note}>
      <Text c="dimmed" fz="sm" style={{ overflowWrap: "anywhere" }}>
        {t("invite.expires", { email, time: format.dateTime(expiresAt) })}
      </Text>
      {state.kind === "signed-in" ? (
        <ForPerson invitation={invitation} session={state} />
      ) : (
        <ForStranger invitation={invitation} />
      )}
    </AuthCard>
  );
}

function ForStranger({ invitation: { id } }: { invitation: OpenInvitation }) {
  const { t } = useTranslation();
  // Kept until the user returns with an account.
  useLinkSecret(id);
  const returnTo = `/invite/${id}`;
  return (
    <Stack gap="xs">
      <Button
        renderRoot={(props) => <Link {...props} to="/sign-up" search={{ invitation: id, returnTo }} />}
        variant="filled"
        fullWidth
      >
        {t("invite.createAccount")}
      </Button>
      <Button renderRoot={(props) => <Link {...props} to="/sign-in" search={{ returnTo }} />} fullWidth>
        {t("invite.haveAccount")}
      </Button>
    </Stack>
  );
}

function ForPerson({ invitation, session: { user } }: { invitation: OpenInvitation; session: SignedIn }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const { id, email, inviterName } = invitation;
  const secret = useLinkSecret(id);
  const mustVerify = !user.emailVerified && secret === undefined;
  const isAnother = user.email.toLowerCase() !== email.toLowerCase();
  useVerifiedElsewhere(!isAnother && mustVerify);
  if (isAnother) {
    return (
      <Stack gap="xs">
        <Text style={{ overflowWrap: "anywhere" }}>{t("invite.signedInAs", { email: user.email, invited: email })}</Text>
        <Button variant="filled" fullWidth onClick={() => void session.signOut()}>
          {t("invite.signOutAndGoOn")}
        </Button>
        <Later />
      </Stack>
    );
  }
  if (mustVerify) {
    return (
      <Stack gap="xs">
        <Text style={{ overflowWrap: "anywhere" }}>{t("invite.unverified", { email })}</Text>
        <Text c="dimmed" fz="sm">
          {t("invite.unverifiedNext")}
        </Text>
        <SendVerification email={email} returnTo={`/invite/${id}`} />
        <Text c="dimmed" fz="sm" style={{ overflowWrap: "anywhere" }}>
          {t("invite.noMail", { inviter: inviterName })}
        </Text>
      </Stack>
    );
  }
  return <Accept invitation={invitation} secret={secret} />;
}

function Accept({ invitation: { id, orgName, redirectTo }, secret }: { invitation: OpenInvitation; secret: string | undefined }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const router = useRouter();
  const accept = useMutation({
    mutationFn: () => session.acceptInvitation(id, secret),
    onSuccess: () => {
      forgetLinkSecret(id);
      notifications.show({ message: t("invite.accepted", { organization: orgName }) });
      router.history.push(redirectTo ?? "/");
    },
  });
  return (
    <Stack gap="xs">
      <div role="alert">{accept.error && <Text c="red">{t("invite.failed", { reason: accept.error.message })}</Text>}</div>
      <Button variant="filled" fullWidth loading={accept.isPending} onClick={() => accept.mutate()}>
        {t("invite.accept")}
      </Button>
      <Later />
    </Stack>
  );
}

function Later() {
  const { t } = useTranslation();
  return (
    <Button component={Link} to="/" fullWidth>
      {t("invite.later")}
    </Button>
  );
}

/** Withdrawn, expired, accepted or unknown: the server's message says which, and what to do. */
function Closed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  const isMissing = error instanceof ApiError && error.status === 404;
  const isOver = isMissing || (error instanceof ApiError && error.status === 410);
  return (
    <AuthCard title={t("invite.closedTitle")} problem={isMissing ? t("invite.missing") : error.message}>
      {isOver ? (
        <Button component={Link} to="/" fullWidth>
          {t("invite.goOn")}
        </Button>
      ) : (
        <Button onClick={onRetry}>{t("invite.tryAgain")}</Button>
      )}
    </AuthCard>
  );
}

const keyOf = (invitationId: string) => `callwright-invitation-secret-${invitationId}`;

/**
 * The secret of the invitation's link. It is in the address after the `#`, and kept in this tab during sign-up or sign-in. Undefined if
 * the page was opened without it.
 */
function useLinkSecret(invitationId: string): string | undefined {
  const { hash } = useLocation();
  const key = keyOf(invitationId);
  useEffect(() => {
    if (hash) window.sessionStorage.setItem(key, hash);
  }, [hash, key]);
  return hash || (window.sessionStorage.getItem(key) ?? undefined);
}

/** Call it after the secret was used. */
function forgetLinkSecret(invitationId: string): void {
  window.sessionStorage.removeItem(keyOf(invitationId));
}

/** The link of the mail may have been opened in another tab: check when this tab gets the focus. */
function useVerifiedElsewhere(isAwaited: boolean): void {
  const { session } = useServices();
  const look = () => {
    if (isAwaited && document.visibilityState === "visible") void session.reloadUser().catch(() => undefined);
  };
  useWindowEvent("visibilitychange", look);
  useWindowEvent("focus", look);
}
