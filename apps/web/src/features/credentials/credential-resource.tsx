import { type ConnectableProvider, CreateCredential, type Credential } from "@callwright/contract";
import { Button, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRealtimeState } from "../../data/realtime/realtime-context.tsx";
import { humanValue } from "../../kit/field-names.ts";
import { Pill } from "../../kit/Pill.tsx";
import { serviceName } from "../../kit/provider-names.ts";
import { AuthorizationField } from "../../resource/credentials/AuthorizationField.tsx";
import { ConnectAccount } from "../../resource/credentials/ConnectAccount.tsx";
import { connectableProvider } from "../../resource/credentials/connectable.ts";
import { defineResource } from "../../resource/resource.ts";
import { useMay } from "../../resource/use-may.ts";

const UseTab = lazy(async () => ({ default: (await import("./UseTab.tsx")).UseTab }));

/** Keys to the services of others. */
export const credentialResource = defineResource({
  name: "Credential",
  path: "credentials",
  texts: "credentials",
  schema: CreateCredential,
  initial: {},
  nameOf: ({ name, provider }) => name || humanValue(provider),
  columns: [
    { id: "provider", text: ({ provider }) => humanValue(provider), from: "narrow" },
    { id: "account", text: connectionWords, from: "wide" },
  ],
  mainFields: ["name", "authenticationPlan", "allowedOrigins"],
  parts: { authorizationId: AuthorizationField },
  tabs: [{ id: "use", component: UseTab }],
  usesTab: "use",
  actions: Connection,
  listActions: ConnectMenu,
});

/** The account of a credential, and a button to connect it, or another one. Empty for a key. */
function Connection({ entity }: { entity: Credential }) {
  const { t } = useTranslation();
  const provider = connectableProvider(entity.provider);
  if (!provider) return null;
  const isExpired = entity.connection?.status === "expired";
  return (
    <>
      <Pill kind={entity.connection ? (isExpired ? "bad" : "accent") : "warn"}>{connectionWords(entity, t)}</Pill>
      <ConnectAccount provider={provider} credentialId={entity.id} variant={isExpired ? "filled" : "default"} />
    </>
  );
}

/** The state of a credential's account in words. Empty for a key. */
function connectionWords({ provider, connection }: Credential, t: TFunction): string {
  if (!connection) return connectableProvider(provider) ? t("connect.states.none") : "";
  const { status, account } = connection;
  if (status === "expired") return t("connect.states.expired");
  return account === undefined ? t("connect.states.connected") : t("connect.states.connectedAs", { account });
}

const ConnectDialog = lazy(async () => ({
  default: (await import("../../resource/credentials/ConnectDialog.tsx")).ConnectDialog,
}));

/** One entry for each service whose accounts tools use. */
const SERVICES = [
  "google.calendar.oauth2-authorization",
  "google.sheets.oauth2-authorization",
  "slack.oauth2-authorization",
  "ghl.oauth2-authorization",
] as const satisfies readonly ConnectableProvider[];

/** Connects an account of a service by signing in there. */
function ConnectMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayConnect = useMay({ name: "Credential" })("create");
  const isElsewhere = useRealtimeState() === "off";
  const [provider, setProvider] = useState<ConnectableProvider>();
  if (!mayConnect || isElsewhere) return null;
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button>{t("connect.menu")}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          {SERVICES.map((each) => (
            <Menu.Item key={each} onClick={() => setProvider(each)}>
              {serviceName(each)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {provider && (
          <ConnectDialog
            provider={provider}
            credentialId={undefined}
            onConnected={(id) => {
              setProvider(undefined);
              void navigate({ to: "/$resource/$id", params: { resource: "credentials", id } });
            }}
            onClose={() => setProvider(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
