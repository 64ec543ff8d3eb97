import { Button } from "@mantine/core";
import { Link, useLoaderData, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AuthError } from "../../../data/auth-api.ts";
import { useServices, useSession } from "../../../data/services.tsx";
import { AuthCard } from "../AuthCard.tsx";
import { serverProblem } from "../auth-problems.ts";
import { forgetReturn, keptReturn } from "../pending-return.ts";
import { SendVerification } from "../SendVerification.tsx";
import { useProblemText } from "../use-problem-text.ts";

const WORDS = { verified: "done", confirmed: "confirmed", changed: "changed" } as const;

/** Opened from mails that verify or change an address. The route has opened the link; this shows the result. */
export function VerifyEmailPage() {
  const { t } = useTranslation();
  const outcome = useLoaderData({ from: "/verify-email" });
  if (!outcome) {
    return (
      <AuthCard title={t("auth.verify.failedTitle")} problem={t("auth.verify.noToken")}>
        <GoOn />
      </AuthCard>
    );
  }
  if (outcome.kind === "refused") return <Refused error={outcome.error} />;
  const words = WORDS[outcome.kind];
  const email = outcome.kind === "changed" ? outcome.email : "";
  return (
    <AuthCard title={t(`auth.verify.${words}Title`)} note={t(`auth.verify.${words}Body`, { email })}>
      <GoOn />
    </AuthCard>
  );
}

/** Continues to the page that was requested before. */
function GoOn() {
  const { t } = useTranslation();
  const isSignedIn = useSession().kind === "signed-in";
  const [returnTo] = useState(() => keptReturn(window.localStorage, Date.now()));
  return (
    <Button
      component={Link}
      to={returnTo ?? (isSignedIn ? "/" : "/sign-in")}
      variant="filled"
      fullWidth
      onClick={() => forgetReturn(window.localStorage)}
    >
      {isSignedIn || returnTo ? t("auth.verify.goOn") : t("auth.signIn")}
    </Button>
  );
}

const REASONS: Record<string, "expired" | "invalid" | "otherAccount"> = {
  TOKEN_EXPIRED: "expired",
  INVALID_TOKEN: "invalid",
  USER_NOT_FOUND: "invalid",
  INVALID_USER: "otherAccount",
};

function Refused({ error }: { error: Error }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const state = useSession();
  const router = useRouter();
  const textOf = useProblemText();
  const reason = error instanceof AuthError ? REASONS[error.code ?? ""] : undefined;
  const problem = reason ? t(`auth.verify.${reason}`) : textOf(serverProblem(error, []));
  const retry = () => void router.invalidate();
  const isUnverified = state.kind === "signed-in" && !state.user.emailVerified && reason !== "otherAccount";
  return (
    <AuthCard title={t("auth.verify.failedTitle")} problem={problem}>
      {reason === "otherAccount" && (
        <Button variant="filled" onClick={() => void session.signOut().then(retry)}>
          {t("auth.verify.signOut")}
        </Button>
      )}
      {!reason && <Button onClick={retry}>{t("app.retry")}</Button>}
      {isUnverified && <SendVerification email={state.user.email} />}
      <GoOn />
    </AuthCard>
  );
}
