import type { ConnectableProvider } from "@callwright/contract";
import { Button, type ButtonProps } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useRealtimeState } from "../../data/realtime/realtime-context.tsx";
import { late } from "../../kit/late.tsx";
import { serviceName } from "../../kit/provider-names.ts";
import { useMay } from "../use-may.ts";

const ConnectDialog = late(async () => (await import("./ConnectDialog.tsx")).ConnectDialog);

interface ConnectAccountProps extends Pick<ButtonProps, "mt" | "size" | "variant"> {
  provider: ConnectableProvider;
  /** The credential that is connected again. Default: a new one. */
  credentialId?: string;
  onConnected?: (credentialId: string) => void;
}

/** A button that connects an account by signing in at its service. Empty for people who may not, and at another server. */
export function ConnectAccount({ provider, credentialId, onConnected, ...button }: ConnectAccountProps) {
  const { t } = useTranslation();
  const mayConnect = useMay({ name: "Credential" })("create");
  const isElsewhere = useRealtimeState() === "off";
  const [isOpen, setOpen] = useState(false);
  if (!mayConnect || isElsewhere) return null;
  const name = serviceName(provider);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {t(credentialId === undefined ? "connect.button" : "connect.again", { name })}
      </Button>
      {isOpen && (
        <ConnectDialog
          provider={provider}
          credentialId={credentialId}
          onConnected={(id) => {
            setOpen(false);
            onConnected?.(id);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
