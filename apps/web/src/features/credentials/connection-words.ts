import type { Credential } from "@callwright/contract";
import type { TFunction } from "i18next";
import { connectableProvider } from "../../resource/credentials/connectable.ts";

/** The state of a credential's account in words. Empty for a key. */
export function connectionWords({ provider, connection }: Credential, t: TFunction): string {
  if (!connection) return connectableProvider(provider) ? t("connect.states.none") : "";
  const { status, account } = connection;
  if (status === "expired") return t("connect.states.expired");
  return account === undefined ? t("connect.states.connected") : t("connect.states.connectedAs", { account });
}
