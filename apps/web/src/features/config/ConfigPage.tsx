import { useTranslation } from "react-i18next";
import { Failure } from "../../kit/Failure.tsx";
import { useClient, useSession } from "../../data/services.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import classes from "./config.module.css";
import { ImportSection } from "./ImportSection.tsx";
import type { Org } from "@callwright/contract";
import { Button, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { saveFile } from "../../kit/save-file.ts";
import { exportConfig } from "./config-transfer.ts";

/** Settings → Export and import: the configuration of the organization as files. */
export function ConfigPage() {
  const { t } = useTranslation();
  const session = useSession();
  if (session.kind !== "signed-in") return null;
  const { org } = session;
  return (
    <div className={classes.page}>
      <PageHeader title={t("config.title")} />
      <div className={classes.sections}>
        <div>
          <p className={classes.hint}>{t("config.intro")}</p>
          <p className={classes.hint}>{t("config.otherServer")}</p>
        </div>
        {org.role === "admin" ? (
          <>
            <ExportSection org={org} />
            <ImportSection orgId={org.id} />
          </>
        ) : (
          <p className={classes.hint}>{t("config.adminsOnly")}</p>
        )}
      </div>
    </div>
  );
}

/** Downloads the configuration as one file. */
function ExportSection({ org }: { org: Pick<Org, "id" | "name"> }) {
  const { t } = useTranslation();
  const client = useClient();
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => exportConfig(client, org.id),
    onSuccess: ({ archive }) =>
      saveFile(new Blob([archive as BlobPart], { type: "application/zip" }), `${fileName(org.name)}.zip`),
  });
  return (
    <section aria-label={t("config.export.title")}>
      <h2>{t("config.export.title")}</h2>
      <p className={classes.hint}>{t("config.export.hint")}</p>
      <Button loading={isPending} onClick={() => mutate()}>
        {t("config.export.button")}
      </Button>
      <Failure mt="sm">{error && t("config.export.failed", { reason: error.message })}</Failure>
      {data && (
        <Text role="status" mt="sm">
          {t("config.export.done", { count: data.files })}{" "}
          {data.variables.length > 0 && t("config.export.secrets", { count: data.variables.length })}
        </Text>
      )}
      {data && data.warnings.length > 0 && (
        <ul className={classes.list}>
          {data.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Letters and digits of the name, and the day. */
function fileName(name: string): string {
  const day = new Date().toISOString().slice(0, "2026-11-27".length);
  return `${name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "organization"}-${day}`;
}
