import { Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { serverStatusQuery } from "../../app/server-status.ts";
import { useServices } from "../../app/services.tsx";
import { AuthCard } from "./AuthCard.tsx";
import { PASSWORD_MIN_CHARACTERS, signUpProblems } from "./auth-problems.ts";
import { isSignUpOpen } from "./sign-up-open.ts";
import { useAuthForm } from "./use-auth-form.ts";

export function SignUpPage() {
  const { t } = useTranslation();
  const { session } = useServices();
  const search = useSearch({ from: "/sign-up" });
  const status = useSuspenseQuery(serverStatusQuery(session.client)).data;
  const form = useAuthForm({ check: signUpProblems, send: session.signUp, returnTo: search.returnTo });
  const password = form.field("password");
  const signIn = (
    <Link to="/sign-in" search={search}>
      {t("auth.signIn")}
    </Link>
  );
  if (!isSignUpOpen(status)) {
    return (
      <AuthCard title={t("auth.signUpClosedTitle")} note={t("auth.signUpClosed")}>
        {signIn}
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("auth.signUpTitle")} {...(status.firstRun ? { note: t("auth.firstRun") } : {})} problem={form.formProblem}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <TextInput label={t("auth.name")} autoComplete="name" autoFocus {...form.field("name")} />
          <TextInput label={t("auth.email")} type="email" autoComplete="username" {...form.field("email")} />
          <PasswordInput
            label={t("auth.password")}
            // What is wrong says the same; once is enough.
            description={password.error ? undefined : t("auth.passwordHint", { count: PASSWORD_MIN_CHARACTERS })}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ "aria-label": t("auth.showTyped") }}
            {...password}
          />
          <Button type="submit" variant="filled" fullWidth loading={form.sending}>
            {t("auth.signUp")}
          </Button>
        </Stack>
      </form>
      {!status.firstRun && (
        <Text ta="center" c="dimmed">
          {t("auth.haveAccount")} {signIn}
        </Text>
      )}
    </AuthCard>
  );
}
