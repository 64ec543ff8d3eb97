import type { ConnectableProvider } from "@callwright/contract";
import { Button, Menu } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useRealtimeState } from "../../data/realtime/realtime-context.tsx";
import { serviceName } from "../../kit/provider-names.ts";
import { useMay } from "../../resource/use-may.ts";

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
export function ConnectMenu() {
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
