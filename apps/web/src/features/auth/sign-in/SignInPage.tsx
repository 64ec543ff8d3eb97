import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { serverStatusQuery } from "../../../data/server-status.ts";
import { useServices, useSession } from "../../../data/services.tsx";
import { AuthCard } from "../AuthCard.tsx";
import { signInProblems } from "../auth-problems.ts";
import { EmailField } from "../EmailField.tsx";
import { PasswordField } from "../PasswordField.tsx";
import { SendVerification } from "../SendVerification.tsx";
import { SocialChoice } from "../SocialButtons.tsx";
import { useAuthForm } from "../use-auth-form.ts";
import { isSignUpOpen } from "./sign-up-open.ts";

export function SignInPage() {
  const { t } = useTranslation();
  const { session } = useServices();
  const state = useSession();
  const router = useRouter();
  const search = useSearch({ from: "/sign-in" });
  const status = useQuery(serverStatusQuery(session.client));
  const [rememberMe, setRememberMe] = useState(true);
  const form = useAuthForm({
    initial: { email: "", password: "" },
    check: signInProblems,
    send: async ({ email, password }) => {
      await session.signIn({ email, password, rememberMe });
      router.history.push(search.returnTo ?? "/overview");
    },
  });
  const hasEnded = state.kind === "signed-out" && state.expired;
  return (
    <AuthCard title={t("auth.signInTitle")} note={hasEnded && t("auth.sessionEnded")} problem={form.formProblem}>
      {form.formProblemKey === "emailUnverified" && (
        <SendVerification email={form.fields.email.trim()} returnTo={search.returnTo} />
      )}
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <EmailField label={t("auth.email")} autoFocus {...form.field("email")} />
          <PasswordField label={t("auth.password")} autoComplete="current-password" {...form.field("password")} />
          <Checkbox
            label={t("auth.keepSignedIn")}
            checked={rememberMe}
            onChange={(event) => setRememberMe(event.currentTarget.checked)}
          />
          <Button type="submit" variant="filled" fullWidth loading={form.sending}>
            {t("auth.signIn")}
          </Button>
        </Stack>
      </form>
      <SocialChoice providers={status.data?.socialProviders ?? []} returnTo={search.returnTo ?? "/"} />
      <Group justify="center" gap={4}>
        <Link to="/forgot-password" search={search}>
          {t("auth.forgot")}
        </Link>
      </Group>
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
