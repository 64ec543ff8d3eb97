import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SessionUser } from "../../../data/auth-api.ts";
import { useServices } from "../../../data/services.tsx";
import { OutboxHint } from "../../../kit/OutboxHint.tsx";
import { Pill } from "../../../kit/Pill.tsx";
import { emailProblems, type Problem } from "../auth-problems.ts";
import { EmailField } from "../EmailField.tsx";
import { SendVerification } from "../SendVerification.tsx";
import { useAuthForm } from "../use-auth-form.ts";
import { AccountSection } from "./AccountSection.tsx";
import classes from "./account.module.css";
import { FormProblem } from "./FormProblem.tsx";
import { useConfirmed } from "./use-confirmed.tsx";

/** The email address: verification state and change. */
export function EmailSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const [sentFor, setSentFor] = useState<string>();
  const confirmed = useConfirmed();
  const form = useAuthForm({
    initial: { email: "" },
    check: ({ email }) => newEmailProblems(user.email, email),
    send: async ({ email }) => {
      await confirmed.run(async () => {
        await authApi.call((client) => client.changeEmail({ newEmail: email }));
        form.reset();
        setSentFor(email);
      });
    },
  });
  const words = { email: user.email, newEmail: sentFor ?? "" };
  return (
    <AccountSection title={t("account.email")}>
      <Text className={classes.breakable ?? ""}>
        {user.email}{" "}
        {user.emailVerified ? <Pill>{t("account.verified")}</Pill> : <Pill kind="warn">{t("account.unverified")}</Pill>}
      </Text>
      {!user.emailVerified && (
        <>
          <Text c="dimmed">{t("account.verifyNow")}</Text>
          <SendVerification email={user.email} returnTo="/settings/account" />
        </>
      )}
      <form onSubmit={form.onSubmit} noValidate className={classes.form}>
        <EmailField
          label={t("account.newEmail")}
          autoComplete="email"
          description={t(user.emailVerified ? "account.emailHint" : "account.emailHintUnverified")}
          {...form.field("email")}
        />
        <FormProblem text={form.formProblem} />
        <Button type="submit" loading={form.sending}>
          {t("account.changeEmail")}
        </Button>
        <Text role="status">{sentFor && t(user.emailVerified ? "account.emailSent" : "account.emailSentUnverified", words)}</Text>
        {sentFor && <OutboxHint />}
      </form>
      {confirmed.dialog}
    </AccountSection>
  );
}

function newEmailProblems(present: string, email: string): Problem<"email">[] {
  return email.toLowerCase() === present.toLowerCase() ? [{ field: "email", key: "emailSame" }] : emailProblems(email);
}
