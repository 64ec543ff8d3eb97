import { PASSWORD_MIN_CHARACTERS } from "@callwright/contract";
import { Button, Stack } from "@mantine/core";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AuthError } from "../../../data/auth-api.ts";
import { useServices } from "../../../data/services.tsx";
import { AuthCard } from "../AuthCard.tsx";
import { newPasswordProblems } from "../auth-problems.ts";
import { PasswordField } from "../PasswordField.tsx";
import { useAuthForm } from "../use-auth-form.ts";

/** Opened from the mail for a forgotten password. The link works once, within an hour. */
export function ResetPasswordPage() {
  const { t } = useTranslation();
  const { token } = useSearch({ from: "/reset-password" });
  const [outcome, setOutcome] = useState<"done" | "used">();
  if (outcome === "done") {
    return (
      <AuthCard title={t("auth.reset.doneTitle")} note={t("auth.reset.doneBody")}>
        <Link to="/sign-in">{t("auth.signIn")}</Link>
      </AuthCard>
    );
  }
  if (token === undefined || outcome === "used") {
    return (
      <AuthCard title={t("auth.reset.usedTitle")} problem={t("auth.reset.used")}>
        <Link to="/forgot-password">{t("auth.reset.again")}</Link>
      </AuthCard>
    );
  }
  return <ResetForm token={token} onOutcome={setOutcome} />;
}

function ResetForm({ token, onOutcome }: { token: string; onOutcome: (outcome: "done" | "used") => void }) {
  const { t } = useTranslation();
  const { authApi, session } = useServices();
  const form = useAuthForm({
    initial: { newPassword: "" },
    check: ({ newPassword }) => newPasswordProblems("newPassword", newPassword),
    send: async ({ newPassword }) => {
      try {
        await authApi.call((client) => client.resetPassword({ newPassword, token }));
      } catch (error) {
        if (!(error instanceof AuthError && error.code === "INVALID_TOKEN")) throw error;
        onOutcome("used");
        return;
      }
      // The reset ended the session of this browser, too.
      await session.reloadUser();
      onOutcome("done");
    },
  });
  return (
    <AuthCard title={t("auth.reset.title")} note={t("auth.reset.note")} problem={form.formProblem}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <PasswordField
            label={t("auth.newPassword")}
            description={t("auth.passwordHint", { count: PASSWORD_MIN_CHARACTERS })}
            autoComplete="new-password"
            autoFocus
            {...form.field("newPassword")}
          />
          <Button type="submit" variant="filled" fullWidth loading={form.sending}>
            {t("auth.reset.save")}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
