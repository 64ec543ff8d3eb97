import { Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { serverStatusQuery } from "../../app/server-status.ts";
import { useServices } from "../../app/services.tsx";
import { AuthCard } from "./AuthCard.tsx";
import { signInProblems } from "./auth-problems.ts";
import { isSignUpOpen } from "./sign-up-open.ts";
import { useAuthForm } from "./use-auth-form.ts";

export function SignInPage() {
  const { t } = useTranslation();
  const { session } = useServices();
  const search = useSearch({ from: "/sign-in" });
  const status = useQuery(serverStatusQuery(session.client));
  const form = useAuthForm({ check: signInProblems, send: session.signIn, returnTo: search.returnTo });
  return (
    <AuthCard title={t("auth.signInTitle")} problem={form.formProblem}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <TextInput label={t("auth.email")} type="email" autoComplete="username" autoFocus {...form.field("email")} />
          <PasswordInput
            label={t("auth.password")}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ "aria-label": t("auth.showTyped") }}
            {...form.field("password")}
          />
          <Button type="submit" variant="filled" fullWidth loading={form.sending}>
            {t("auth.signIn")}
          </Button>
        </Stack>
      </form>
      {status.data && isSignUpOpen(status.data) && (
        <Text ta="center" c="dimmed">
          {t("auth.noAccount")}{" "}
          <Link to="/sign-up" search={search}>
            {t("auth.signUp")}
          </Link>
        </Text>
      )}
    </AuthCard>
  );
}
