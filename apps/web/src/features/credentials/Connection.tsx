import type { Credential } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { Pill } from "../../kit/Pill.tsx";
import { ConnectAccount } from "../../resource/credentials/ConnectAccount.tsx";
import { connectableProvider } from "../../resource/credentials/connectable.ts";
import { connectionWords } from "./connection-words.ts";

/** The account of a credential, and a button to connect it, or another one. Empty for a key. */
export function Connection({ entity }: { entity: Credential }) {
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
