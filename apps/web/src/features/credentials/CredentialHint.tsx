import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { humanValue } from "../../resource/form/field-names.ts";
import { useMay } from "../../resource/use-may.ts";
import { credentialNamedIn } from "./credential-named-in.ts";

/** Leads from a failure that a credential would mend to the form that makes one; nothing for any other failure, and for those who may not. */
export function CredentialHint({ message }: { message: string | undefined }) {
  const { t } = useTranslation();
  const may = useMay({ name: "Credential" });
  const provider = credentialNamedIn(message ?? "");
  if (provider === undefined || !may("create")) return null;
  return (
    <>
      {" "}
      <Link to="/$resource/new" params={{ resource: "credentials" }} search={{ kind: provider }}>
        {t("credentials.addFor", { provider: humanValue(provider) })}
      </Link>
    </>
  );
}
