import type { ConnectableProvider, Credential } from "@callwright/contract";
import { Alert, Button, Group, Loader, Modal, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../data/services.tsx";
import { serviceName } from "../../kit/provider-names.ts";
import { useReturnedFocus } from "../../kit/use-returned-focus.ts";
import { rememberEntity } from "../resource-queries.ts";

interface ConnectDialogProps {
  provider: ConnectableProvider;
  credentialId: string | undefined;
  onConnected: (credentialId: string) => void;
  onClose: () => void;
}

/** The sign-in happens in another window. */
const POLL_MS = 2_000;

/** Opens the page that connects an account in a separate window, and waits until the account is connected. */
export function ConnectDialog({ provider, credentialId, onConnected, onClose }: ConnectDialogProps) {
  const { t } = useTranslation();
  useReturnedFocus();
  const client = useClient();
  const queryClient = useQueryClient();
  const [isAway, setAway] = useState(false);
  const [beganAt] = useState(() => Date.now());
  const name = serviceName(provider);
  const session = useQuery({
    queryKey: ["connect-session", provider, credentialId, beganAt],
    queryFn: () => client.credentials.createSession({ body: { provider, ...(credentialId !== undefined && { credentialId }) } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const known = useQuery({
    queryKey: ["connect-known", beganAt],
    queryFn: ({ signal }) => client.credentials.list({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data;
  const current = useQuery({
    queryKey: ["connect-waits", beganAt],
    queryFn: ({ signal }) => client.credentials.list({ signal }),
    enabled: isAway && known !== undefined,
    refetchInterval: POLL_MS,
    gcTime: 0,
  }).data;
  const connected = current?.find((each) => isConnectedSince(each, known ?? [], provider));
  useEffect(() => {
    if (!connected) return;
    rememberEntity(queryClient, "credentials", connected);
    notifications.show({ message: t("connect.done", { name, account: connected.connection?.account ?? name }) });
    onConnected(connected.id);
  }, [connected, name, onConnected, queryClient, t]);
  const { connectUrl } = session.data ?? {};
  return (
    <Modal opened onClose={onClose} title={t("connect.title", { name })} closeOnClickOutside={false}>
      <div role="status">
        {session.isPending && <Loader size="sm" aria-label={t("app.loading")} />}
        {session.error && (
          <Alert color="yellow" variant="outline" title={t("connect.notYet", { name })}>
            {session.error.message}
          </Alert>
        )}
        {connectUrl !== undefined && <Text>{t(isAway ? "connect.waiting" : "connect.hint", { name })}</Text>}
      </div>
      <Group gap={8} mt="md" justify="flex-end">
        <Button onClick={onClose}>{t("app.cancel")}</Button>
        {connectUrl !== undefined && (
          <Button
            component="a"
            href={connectUrl}
            target="_blank"
            rel="noopener"
            variant={isAway ? "default" : "filled"}
            onClick={() => setAway(true)}
          >
            {t("connect.go", { name })}
          </Button>
        )}
      </Group>
    </Modal>
  );
}

function isConnectedSince(
  { id, connection, ...credential }: Credential,
  known: readonly Credential[],
  provider: string,
): boolean {
  const before = known.find((each) => each.id === id)?.connection;
  const isOther = connection?.connectedAt !== before?.connectedAt;
  return credential.provider === provider && connection?.status === "connected" && isOther;
}
