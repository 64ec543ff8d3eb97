import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { serverStatusQuery } from "../../../data/server-status.ts";
import { useServices, useSession } from "../../../data/services.tsx";
import type { enAuth } from "../../../messages/en-auth.ts";
import { AuthCard } from "../AuthCard.tsx";

type Reason = keyof typeof enAuth.auth.social.reasons;

/** Codes of the provider (RFC 6749), of better-auth and ours. */
const REASONS: Record<string, Reason> = {
  access_denied: "denied",
  account_not_linked: "notLinked",
  account_already_linked_to_different_user: "taken",
  email_does_not_match: "otherAddress",
  unable_to_link_account: "unverifiedThere",
  email_not_found: "noAddress",
  email_not_verified: "unverifiedHere",
  state_mismatch: "lost",
  state_not_found: "lost",
  please_restart_the_process: "lost",
  "sign-up-closed": "closed",
};

/** Shown after a failed social sign-in. */
export function SignInFailedPage() {
  const { t } = useTranslation();
  const { session } = useServices();
  const { error = "", provider } = useSearch({ from: "/sign-in-failed" });
  const isSignedIn = useSession().kind === "signed-in";
  const providers = useQuery(serverStatusQuery(session.client)).data?.socialProviders;
  const name = providers?.find(({ id }) => id === provider)?.name ?? t("auth.social.service");
  const reason = REASONS[error];
  // After the password, the accounts can be connected.
  const returnTo = reason === "notLinked" ? "/settings/account" : undefined;
  return (
    <AuthCard
      title={t("auth.social.failedTitle", { name })}
      problem={reason ? t(`auth.social.reasons.${reason}`, { name }) : t("auth.social.failed", { name, code: error || "?" })}
    >
      {isSignedIn ? (
        <Button component={Link} to="/settings/account" variant="filled" fullWidth>
          {t("auth.social.toAccount")}
        </Button>
      ) : (
        <Button
          renderRoot={(props) => <Link {...props} to="/sign-in" search={returnTo === undefined ? {} : { returnTo }} />}
          variant="filled"
          fullWidth
        >
          {t(reason === "notLinked" ? "auth.social.withPassword" : "auth.social.back")}
        </Button>
      )}
    </AuthCard>
  );
}
