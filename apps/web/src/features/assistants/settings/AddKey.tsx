import { Anchor } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { humanValue } from "../../../kit/field-names.ts";
import { late } from "../../../kit/late.tsx";
import { useMay } from "../../../resource/use-may.ts";

const AddKeyDialog = late(async () => (await import("../../credentials/AddKeyDialog.tsx")).AddKeyDialog);

/** Adds a key without leaving the editor. Empty if the host does not use such a credential, or if the user may not add one. */
export function AddKey({ provider }: { provider: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const may = useMay({ name: "Credential" });
  const isUsed = useCapabilities().credentials[provider]?.state !== "not-supported";
  if (!isUsed || !may("create")) return null;
  return (
    <>
      <Anchor component="button" type="button" fz="inherit" onClick={() => setOpen(true)}>
        {t("choosing.addKey", { provider: humanValue(provider) })}
      </Anchor>
      {isOpen && <AddKeyDialog provider={provider} onClose={() => setOpen(false)} />}
    </>
  );
}
