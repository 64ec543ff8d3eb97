import { Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AuthApi, AuthError } from "../../../data/auth-api.ts";
import { serverStatusQuery } from "../../../data/server-status.ts";
import { useServices, useSession } from "../../../data/services.tsx";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { Failure } from "../../../kit/Failure.tsx";
import { useReturnedFocus } from "../../../kit/use-returned-focus.ts";
import { passwordProblems } from "../auth-problems.ts";
import { PasswordField } from "../PasswordField.tsx";
import { SocialButtons } from "../SocialButtons.tsx";
import { useAuthForm } from "../use-auth-form.ts";
import { accountsQuery, hasPassword, type LinkedAccount } from "./account-queries.ts";
import { UsernameForStores } from "./UsernameForStores.tsx";

/** Was the request refused because the sign-in was too long ago? */
export function isNotFresh(error: unknown): boolean {
  return error instanceof AuthError && error.code === "SESSION_NOT_FRESH";
}

export interface Confirmed {
  /** Runs the action. If the session is too old, asks for the password first. Rejects with other errors. */
  run: (action: () => Promise<void>) => Promise<void>;
  /** The same, with a failure as a notification. */
  attempt: (action: () => Promise<void>) => Promise<void>;
  /** Asks for the password first. */
  ask: (action: () => Promise<void>) => void;
  dialog: ReactNode;
}

/** For actions that need a recent sign-in. */
export function useConfirmed(): Confirmed {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<() => Promise<void>>();
  const ask = (action: () => Promise<void>) => setWanted(() => action);
  const run: Confirmed["run"] = async (action) => {
    try {
      await action();
    } catch (error) {
      if (!isNotFresh(error)) throw error;
      ask(action);
    }
  };
  const attempt = useMutation({ mutationFn: run, meta: { failure: (reason) => t("account.failed", { reason }) } });
  return {
    ask,
    run,
    attempt: (action) => attempt.mutateAsync(action).catch(() => undefined),
    dialog: wanted && (
      <PasswordDialog
        onClose={() => setWanted(undefined)}
        onConfirmed={async () => {
          await wanted();
          setWanted(undefined);
        }}
      />
    ),
  };
}

interface PasswordDialogProps {
  onClose: () => void;
  /** The action to run afterwards. */
  onConfirmed: () => Promise<void>;
}

/** Asks for the password if the sign-in was long ago, then runs the action. Accounts without a password sign in again. */
function PasswordDialog(props: PasswordDialogProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const { authApi } = useServices();
  const accounts = useQuery(accountsQuery(authApi)).data;
  return (
    <Modal opened onClose={props.onClose} title={t("account.confirmTitle")}>
      {hasPassword(accounts) ? <PasswordForm {...props} /> : <SignInAgain accounts={accounts ?? []} />}
    </Modal>
  );
}

function SignInAgain({ accounts }: { accounts: readonly LinkedAccount[] }) {
  const { t } = useTranslation();
  const { session } = useServices();
  const offered = useQuery(serverStatusQuery(session.client)).data?.socialProviders ?? [];
  const own = offered.filter(({ id }) => accounts.some(({ providerId }) => providerId === id));
  return (
    <Stack>
      <Text>{t("account.confirmSocial")}</Text>
      <SocialButtons providers={own} returnTo="/settings/account" />
    </Stack>
  );
}

function PasswordForm({ onClose, onConfirmed }: PasswordDialogProps) {
  const { t } = useTranslation();
  const { authApi } = useServices();
  const session = useSession();
  const email = session.kind === "signed-in" ? session.user.email : "";
  const form = useAuthForm({
    initial: { password: "" },
    check: ({ password }) => passwordProblems("password", password),
    send: async ({ password }) => {
      await signInAgain(authApi, email, password);
      await onConfirmed();
    },
  });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <Text>{t("account.confirmBody")}</Text>
        <Failure>{form.formProblem}</Failure>
        <UsernameForStores email={email} />
        <PasswordField label={t("account.password")} autoComplete="current-password" data-autofocus {...form.field("password")} />
        <DialogActions onClose={onClose} type="submit" loading={form.sending}>
          {t("account.confirm")}
        </DialogActions>
      </Stack>
    </form>
  );
}

/** Revokes the previous session, because a browser has one. */
async function signInAgain(authApi: AuthApi, email: string, password: string): Promise<void> {
  const { session: before } = await authApi.call((client) => client.getSession());
  try {
    await authApi.call((client) => client.signIn.email({ email, password }));
  } catch (error) {
    // Only the password can be wrong here.
    if (!(error instanceof AuthError && error.code === "INVALID_EMAIL_OR_PASSWORD")) throw error;
    throw new AuthError(error.status, "INVALID_PASSWORD", error.message);
  }
  await authApi.call((client) => client.revokeSession({ token: before.token }));
}
