import { Button, Skeleton, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { serverStatusQuery } from "../../../data/server-status.ts";
import { useServices } from "../../../data/services.tsx";
import { useFormat } from "../../../kit/use-format.ts";
import { socialFailedPath } from "../social-search.ts";
import { AccountSection } from "./AccountSection.tsx";
import { ACCOUNTS_KEY, accountsQuery, type LinkedAccount, PASSWORD_PROVIDER } from "./account-queries.ts";
import { FormProblem } from "./FormProblem.tsx";
import classes from "./sessions.module.css";
import { useConfirmed } from "./use-confirmed.tsx";

/** Social sign-in. Hidden if the server offers none and none is connected. */
export function SignInMethods() {
  const { t } = useTranslation();
  const { authApi, session } = useServices();
  const status = useQuery(serverStatusQuery(session.client));
  const accounts = useQuery(accountsQuery(authApi));
  const linked = accounts.data?.filter(({ providerId }) => providerId !== PASSWORD_PROVIDER) ?? [];
  const offered = status.data?.socialProviders ?? [];
  // A service that the server no longer offers can still be disconnected.
  const gone = linked.filter(({ providerId }) => !offered.some(({ id }) => id === providerId));
  const services = [...offered, ...gone.map(({ providerId }) => ({ id: providerId, name: providerId }))];
  if (services.length === 0) return null;
  return (
    <AccountSection title={t("account.methods")} note={t("account.methodsHint")}>
      {accounts.isPending && (
        <Stack gap="xs" role="status" aria-busy="true" aria-label={t("app.loading")}>
          <Skeleton h={48} />
        </Stack>
      )}
      <FormProblem text={accounts.error ? t("account.failed", { reason: accounts.error.message }) : undefined} />
      {accounts.data && (
        <ul className={classes.list}>
          {services.map(({ id, name }) => (
            <Service key={id} id={id} name={name} account={linked.find(({ providerId }) => providerId === id)} />
          ))}
        </ul>
      )}
    </AccountSection>
  );
}

interface ServiceProps {
  id: string;
  name: string;
  account: LinkedAccount | undefined;
}

function Service({ id, name, account }: ServiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { authApi } = useServices();
  const queryClient = useQueryClient();
  const confirmed = useConfirmed();
  const run = (action: () => Promise<void>) => () =>
    void confirmed.run(action).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      notifications.show({ color: "red", message: t("account.failed", { reason }) });
    });
  const connect = run(async () => {
    const addresses = { callbackURL: "/settings/account", errorCallbackURL: socialFailedPath(id) };
    // Leaves this page.
    await authApi.call((client) => client.linkSocial({ provider: id, ...addresses }));
  });
  const disconnect = run(async () => {
    if (!account) return;
    await authApi.call((client) => client.unlinkAccount({ accountId: account.id }));
    notifications.show({ message: t("account.disconnected", { name }) });
    await queryClient.invalidateQueries({ queryKey: ACCOUNTS_KEY });
  });
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <span className={classes.device}>{name}</span>
        {account && (
          <span className={classes.facts}>{t("account.connectedSince", { date: format.dateTime(account.createdAt) })}</span>
        )}
      </div>
      <Button
        size="compact-sm"
        aria-label={t(account ? "account.disconnectNamed" : "account.connectNamed", { name })}
        onClick={account ? disconnect : connect}
      >
        {t(account ? "account.disconnect" : "account.connect")}
      </Button>
      {confirmed.dialog}
    </li>
  );
}
