import { Button, Group, Stack } from "@mantine/core";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useServices } from "../../../data/services.tsx";
import { OutboxHint } from "../../../kit/OutboxHint.tsx";
import { AuthCard } from "../AuthCard.tsx";
import { emailProblems } from "../auth-problems.ts";
import { EmailField } from "../EmailField.tsx";
import { useAuthForm } from "../use-auth-form.ts";

/** Sends a link to reset the password. The response does not reveal whether the account exists. */
export function ForgotPasswordPage() {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const search = useSearch({ from: "/forgot-password" });
  const [sentTo, setSentTo] = useState<string>();
  const form = useAuthForm({
    initial: { email: "" },
    check: ({ email }) => emailProblems(email),
    send: async ({ email }) => {
      await authApi.call((client) => client.requestPasswordReset({ email }));
      setSentTo(email);
    },
  });
  const back = (
    <Link to="/sign-in" search={search}>
      {t("auth.forgotten.back")}
    </Link>
  );
  if (sentTo !== undefined) {
    return (
      <AuthCard title={t("auth.forgotten.sentTitle")} note={t("auth.forgotten.sentBody", { email: sentTo })}>
        <OutboxHint />
        <Group justify="space-between">
          <Button onClick={() => setSentTo(undefined)}>{t("auth.forgotten.another")}</Button>
          {back}
        </Group>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("auth.forgotten.title")} note={t("auth.forgotten.note")} problem={form.formProblem}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="md">
          <EmailField label={t("auth.email")} autoFocus {...form.field("email")} />
          <Button type="submit" variant="filled" fullWidth loading={form.sending}>
            {t("auth.forgotten.send")}
          </Button>
        </Stack>
      </form>
      <Group justify="center">{back}</Group>
    </AuthCard>
  );
}
