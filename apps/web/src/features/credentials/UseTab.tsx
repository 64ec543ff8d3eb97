import type { Credential, CredentialCheck } from "@callwright/contract";
import { Alert, Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useServices } from "../../data/services.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { humanValue } from "../../kit/field-names.ts";
import { TabNote } from "../../kit/TabNote.tsx";
import { connectableProvider } from "../../resource/credentials/connectable.ts";
import { UseList } from "../../resource/page/UseList.tsx";
import { useMay } from "../../resource/use-may.ts";
import classes from "./use-tab.module.css";

const COLORS: Readonly<Record<CredentialCheck["state"], string>> = {
  works: "teal",
  refused: "red",
  limited: "yellow",
  failed: "red",
  untested: "gray",
};

/** Tests the key at its provider, and lists the resources that use the credential. */
export function UseTab({ entity }: { entity: Credential }) {
  const { t } = useTranslation();
  const client = useClient();
  const { dataHost } = useServices();
  const provider = humanValue(entity.provider);
  if (!dataHost.offers("listCredentialUses")) return <TabNote text={t("credentialUse.elsewhere")} />;
  return (
    <>
      <KeyTest key={entity.updatedAt} entity={entity} provider={provider} />
      <h2 className={classes.title}>{t("credentialUse.usedBy")}</h2>
      <Text c="dimmed" className={classes.hint ?? ""}>
        {t("credentialUse.usedByHint", { provider })}
      </Text>
      <UseList
        label={t("credentialUse.usedBy")}
        queryKey={["credential-uses", entity.id]}
        load={(signal) => client.credentials.listUses({ id: entity.id, signal })}
        none={t("credentialUse.none")}
      />
    </>
  );
}

const CREDENTIALS = { path: "credentials", name: "Credential" };

function hintOf({ provider, service, bucketPlan }: Credential): "testHint" | "testStorageHint" | "testAccountHint" {
  if (connectableProvider(provider)) return "testAccountHint";
  const isStorage =
    ["s3", "s3-compatible", "gcp", "supabase"].includes(provider) ||
    service === "blob_storage" ||
    (provider === "cloudflare" && bucketPlan !== undefined);
  return isStorage ? "testStorageHint" : "testHint";
}

function KeyTest({ entity, provider }: { entity: Credential; provider: string }) {
  const { id } = entity;
  const { t } = useTranslation();
  const client = useClient();
  const mayTest = useMay(CREDENTIALS)("update");
  const test = useMutation({ mutationFn: () => client.credentials.check({ id }) });
  return (
    <section className={classes.test}>
      <Text c="dimmed">{t(mayTest ? `credentialUse.${hintOf(entity)}` : "credentialUse.notAllowed", { provider })}</Text>
      {mayTest && (
        <Button onClick={() => test.mutate()} loading={test.isPending}>
          {t(connectableProvider(entity.provider) ? "credentialUse.testAccount" : "credentialUse.test")}
        </Button>
      )}
      <div role="status">
        {test.data && !test.isPending && (
          <Alert color={COLORS[test.data.state]} variant="outline" title={t(`credentialUse.states.${test.data.state}`)}>
            {test.data.message}
          </Alert>
        )}
        <Failure>{test.error && !test.isPending && test.error.message}</Failure>
      </div>
    </section>
  );
}
