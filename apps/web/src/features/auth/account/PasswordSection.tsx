import { PASSWORD_MIN_CHARACTERS } from "@callwright/contract";
import { Button, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SessionUser } from "../../../data/auth-api.ts";
import { useServices } from "../../../data/services.tsx";
import { newPasswordProblems, type Problem, passwordProblems } from "../auth-problems.ts";
import { PasswordField } from "../PasswordField.tsx";
import { useAuthForm } from "../use-auth-form.ts";
import { AccountSection } from "./AccountSection.tsx";
import classes from "./account.module.css";
import { accountsQuery, hasPassword, SESSIONS_KEY } from "./account-queries.ts";
import { FormProblem } from "./FormProblem.tsx";
import { UsernameForStores } from "./UsernameForStores.tsx";

type Fields = Record<"currentPassword" | "newPassword", string>;

/** Changes the password. That ends every other session. */
export function PasswordSection({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const accounts = useQuery(accountsQuery(authApi));
  if (hasPassword(accounts.data)) return <ChangePassword user={user} />;
  return (
    <AccountSection title={t("account.password")}>
      <Text>
        {t("account.noPassword")} <Link to="/forgot-password">{t("account.choosePassword")}</Link>
      </Text>
    </AccountSection>
  );
}

function ChangePassword({ user }: { user: SessionUser }) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const queryClient = useQueryClient();
  const [isDone, setIsDone] = useState(false);
  const form = useAuthForm({
    initial: { currentPassword: "", newPassword: "" },
    check: problemsOf,
    send: async (fields) => {
      setIsDone(false);
      await authApi.call((client) => client.changePassword({ ...fields, revokeOtherSessions: true }));
      form.reset();
      setIsDone(true);
      await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
    },
  });
  return (
    <AccountSection title={t("account.password")}>
      <form onSubmit={form.onSubmit} noValidate className={classes.form}>
        <UsernameForStores email={user.email} />
        <PasswordField label={t("account.currentPassword")} autoComplete="current-password" {...form.field("currentPassword")} />
        <PasswordField
          label={t("account.newPassword")}
          description={t("account.passwordHint", { count: PASSWORD_MIN_CHARACTERS })}
          autoComplete="new-password"
          {...form.field("newPassword")}
        />
        <FormProblem text={form.formProblem} />
        <Button type="submit" loading={form.sending}>
          {t("account.changePassword")}
        </Button>
        <Text role="status">{isDone && t("account.passwordChanged")}</Text>
      </form>
    </AccountSection>
  );
}

function problemsOf({ currentPassword, newPassword }: Fields): Problem<keyof Fields>[] {
  const problems = [...passwordProblems("currentPassword", currentPassword), ...newPasswordProblems("newPassword", newPassword)];
  const isSame = problems.length === 0 && currentPassword === newPassword;
  return isSame ? [{ field: "newPassword", key: "passwordSame" }] : problems;
}
