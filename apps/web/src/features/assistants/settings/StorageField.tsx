import { NativeSelect } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { BooleanField } from "../../../resource/form/BooleanField.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import type { ResourceEntity } from "../../../resource/resource-entity.ts";
import { useMay } from "../../../resource/use-may.ts";
import classes from "./advanced-tab.module.css";
import { CREDENTIALS, CredentialLinks } from "./CredentialLinks.tsx";

const AddKeyDialog = lazy(async () => ({ default: (await import("../../credentials/AddKeyDialog.tsx")).AddKeyDialog }));

/** Storage services, with the fields that a new credential of each begins with. */
const PROVIDERS = {
  s3: {},
  gcp: { bucketPlan: {} },
  azure: { service: "blob_storage", bucketPlan: {} },
  cloudflare: { bucketPlan: {} },
  supabase: { bucketPlan: {} },
  "s3-compatible": {},
} as const;
type Provider = keyof typeof PROVIDERS;

/** Where the files of calls are kept: the organization's own storage, which is added right here. */
export function StorageField(field: FieldProps) {
  const { t } = useTranslation();
  const isOn = field.value !== false;
  const may = useMay(CREDENTIALS);
  const { credentials } = useCapabilities();
  const [adding, setAdding] = useState<Provider>();
  const offered = (Object.keys(PROVIDERS) as Provider[]).filter((provider) => credentials[provider]?.state !== "not-supported");
  return (
    <div className={classes.storage}>
      <BooleanField {...field} />
      {isOn && <CredentialLinks isOf={isStore} title={t("advanced.storage.stores")} none={t("advanced.storage.none")} />}
      {isOn && may("create") && offered.length > 0 && (
        <NativeSelect
          aria-label={t("advanced.storage.add")}
          value=""
          data={[
            { value: "", label: t("advanced.storage.add") },
            ...offered.map((provider) => ({ value: provider, label: t(`advanced.storage.providers.${provider}`) })),
          ]}
          onChange={(event) => setAdding(offered.find((provider) => provider === event.currentTarget.value))}
        />
      )}
      {adding && (
        <Suspense fallback={null}>
          <AddKeyDialog provider={adding} initial={PROVIDERS[adding]} onClose={() => setAdding(undefined)} />
        </Suspense>
      )}
    </div>
  );
}

function isStore({ provider, service }: ResourceEntity): boolean {
  return String(provider) in PROVIDERS && (provider !== "azure" || service === "blob_storage");
}
