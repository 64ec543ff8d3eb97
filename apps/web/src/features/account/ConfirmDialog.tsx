import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type AuthApi, AuthError } from "../../app/auth-api.ts";
import { useServices, useSession } from "../../app/services.tsx";
import { passwordProblems } from "../auth/auth-problems.ts";
import { PasswordField } from "../auth/PasswordField.tsx";
import { useAuthForm } from "../auth/use-auth-form.ts";
import { FormProblem } from "./FormProblem.tsx";
import { UsernameForStores } from "./UsernameForStores.tsx";

interface ConfirmDialogProps {
  onClose: () => void;
  /** What was meant. */
  onConfirmed: () => Promise<void>;
}

/** Asks for the password of who has signed in long ago, and goes on with what they meant. */
export function ConfirmDialog({ onClose, onConfirmed }: ConfirmDialogProps) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const session = useSession();
  const email = session.kind === "signed-in" ? session.user.email : "";
  const form = useAuthForm({
    initial: { password: "" },
    check: ({ password }) => passwordProblems("password", password),
    send: async ({ password }) => {
      await signInAnew(authApi, email, password);
      await onConfirmed();
    },
  });
  return (
    <Modal opened onClose={onClose} title={t("account.confirmTitle")}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <Text>{t("account.confirmBody")}</Text>
          <FormProblem text={form.formProblem} />
          <UsernameForStores email={email} />
          <PasswordField
            label={t("account.password")}
            autoComplete="current-password"
            data-autofocus
            {...form.field("password")}
          />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t("app.cancel")}</Button>
            <Button type="submit" variant="filled" loading={form.sending}>
              {t("account.confirm")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** The session of before ends: a browser has one. */
async function signInAnew(authApi: AuthApi, email: string, password: string): Promise<void> {
  const { session: before } = await authApi.call((client) => client.getSession());
  try {
    await authApi.call((client) => client.signIn.email({ email, password }));
  } catch (error) {
    // Here the address is not in question.
    if (!(error instanceof AuthError && error.code === "INVALID_EMAIL_OR_PASSWORD")) throw error;
    throw new AuthError(error.status, "INVALID_PASSWORD", error.message);
  }
  await authApi.call((client) => client.revokeSession({ token: before.token }));
}
