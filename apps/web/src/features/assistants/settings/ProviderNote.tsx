import { useTranslation } from "react-i18next";
import type { PartName } from "../../../data/capabilities.ts";
import { humanValue } from "../../../kit/field-names.ts";
import { useProviderSupports } from "../../../resource/use-provider-supports.ts";
import { AddKey } from "./AddKey.tsx";

/** Why a provider does not run, or which key it needs. Empty for one that runs. */
export function ProviderNote({ part, provider }: { part: PartName; provider: string | undefined }) {
  const { t } = useTranslation();
  const supports = useProviderSupports(part);
  if (provider === undefined) return null;
  const { state, reason, credentials } = supports[provider] ?? { state: "not-supported", reason: t("editor.notAtHost") };
  if (state === "ready") return null;
  if (state === "not-supported") return reason;
  return (
    <>
      {t("editor.needsKey", { provider: humanValue(provider) })} <AddKey provider={credentials?.[0] ?? provider} />
    </>
  );
}
