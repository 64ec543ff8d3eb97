import { type OpenInvitation, PASSWORD_MIN_CHARACTERS, type ServerStatus } from "@callwright/contract";
import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Link, useLoaderData, useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { serverStatusQuery } from "../../../data/server-status.ts";
import { useServices } from "../../../data/services.tsx";
import { AuthCard } from "../AuthCard.tsx";
import { signUpProblems } from "../auth-problems.ts";
import { EmailField } from "../EmailField.tsx";
import { PasswordField } from "../PasswordField.tsx";
import { keepReturn } from "../pending-return.ts";
import { SendVerification } from "../SendVerification.tsx";
import { SocialChoice } from "../SocialButtons.tsx";
import { useAuthForm } from "../use-auth-form.ts";
import { isSignUpOpen } from "./sign-up-open.ts";

/** Sign-up, if it is open or with an invitation, which sets the address. */
export function SignUpPage() {
  const { t } = useTranslation();
  const { session } = useServices();
  const search = useSearch({ from: "/sign-up" });
  const invitation = useLoaderData({ from: "/sign-up" });
  const status = useSuspenseQuery(serverStatusQuery(session.client)).data;
  const [sentTo, setSentTo] = useState<string>();
  if (sentTo !== undefined) {
    return (
      <AuthCard title={t("auth.verify.sentTitle")} note={t("auth.verify.sentBody", { email: sentTo })}>
        <SendVerification email={sentTo} returnTo={search.returnTo} />
      </AuthCard>
    );
  }
  if (!invitation && !isSignUpOpen(status)) {
    return (
      <AuthCard title={t("auth.signUpClosedTitle")} note={t("auth.signUpClosed")}>
        <Link to="/sign-in" search={{ returnTo: search.returnTo }}>
          {t("auth.signIn")}
        </Link>
      </AuthCard>
    );
  }
  return <SignUpForm status={status} invitation={invitation} onSent={setSentTo} />;
}

interface SignUpFormProps {
  status: ServerStatus;
  invitation: OpenInvitation | undefined;
  /** The account was created; its address must be verified before the first sign-in. */
  onSent: (email: string) => void;
}

function SignUpForm({ status, invitation, onSent }: SignUpFormProps) {
  const { t } = useTranslation();
  const { session } = useServices();
  const router = useRouter();
  const { returnTo } = useSearch({ from: "/sign-up" });
  const form = useAuthForm({
    initial: { name: "", email: invitation?.email ?? "", password: "" },
    check: signUpProblems,
    send: async ({ name, email, password }) => {
      const isSignedIn = await session.signUp({ name, email, password });
      if (isSignedIn) return router.history.push(returnTo ?? "/overview");
      if (returnTo !== undefined) keepReturn(returnTo, window.localStorage, Date.now());
      onSent(email);
    },
  });
  const note = invitation ? t("auth.invited", { organization: invitation.orgName }) : status.firstRun && t("auth.firstRun");
  return (
    <AuthCard title={t("auth.signUpTitle")} note={note} problem={form.formProblem}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <TextInput label={t("auth.name")} autoComplete="name" autoFocus {...form.field("name")} />
          <EmailField label={t("auth.email")} readOnly={invitation !== undefined} {...form.field("email")} />
          <PasswordField
            label={t("auth.password")}
            description={t("auth.passwordHint", { count: PASSWORD_MIN_CHARACTERS })}
            autoComplete="new-password"
            {...form.field("password")}
          />
          <Button type="submit" variant="filled" fullWidth loading={form.sending}>
            {t("auth.signUp")}
          </Button>
        </Stack>
      </form>
      <SocialChoice providers={status.socialProviders} returnTo={returnTo ?? "/"} />
      {!status.firstRun && (
        <Text ta="center" c="dimmed">
          {t("auth.haveAccount")}{" "}
          <Link to="/sign-in" search={{ returnTo }}>
            {t("auth.signIn")}
          </Link>
        </Text>
      )}
    </AuthCard>
  );
}
