import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useCapabilities } from "../../data/use-capabilities.ts";
import { humanValue } from "../../kit/field-names.ts";
import { useMay } from "../use-may.ts";

/** A link to add a credential of a provider. Empty if the credential is not used, or if the user may not add one. */
export function AddCredential({ provider }: { provider: string }) {
  const { t } = useTranslation();
  const may = useMay({ name: "Credential" });
  const isUsed = useCapabilities().credentials[provider]?.state !== "not-supported";
  if (!isUsed || !may("create")) return null;
  return (
    <Link to="/$resource/new" params={{ resource: "credentials" }} search={{ kind: provider }}>
      {t("credentials.addFor", { provider: humanValue(provider) })}
    </Link>
  );
}
