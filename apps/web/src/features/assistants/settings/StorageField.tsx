import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "../../../data/services.tsx";
import { useCapabilities } from "../../../data/use-capabilities.ts";
import { humanValue } from "../../../kit/field-names.ts";
import { BooleanField } from "../../../resource/form/BooleanField.tsx";
import type { FieldProps } from "../../../resource/form/field-props.ts";
import type { ResourceEntity } from "../../../resource/resource-entity.ts";
import { choicesQuery } from "../../../resource/resource-queries.ts";
import { useMay } from "../../../resource/use-may.ts";
import classes from "./advanced-tab.module.css";

const AddKeyDialog = lazy(async () => ({ default: (await import("../../credentials/AddKeyDialog.tsx")).AddKeyDialog }));

const CREDENTIALS = { path: "credentials", name: "Credential" };

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
  const { data } = useQuery({ ...choicesQuery(useClient(), CREDENTIALS), enabled: may("list") });
  const stores = data?.results.filter(isStore) ?? [];
  const offered = (Object.keys(PROVIDERS) as Provider[]).filter((provider) => credentials[provider]?.state !== "not-supported");
  return (
    <div className={classes.storage}>
      <BooleanField {...field} />
      {isOn && data && (
        <p className={classes.stores}>
          {stores.length === 0 ? t("advanced.storage.none") : t("advanced.storage.stores")}
          {stores.map(({ id, name, provider }) => (
            <Link key={id} to="/$resource/$id" params={{ resource: "credentials", id }}>
              {String(name ?? humanValue(String(provider)))}
            </Link>
          ))}
        </p>
      )}
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
