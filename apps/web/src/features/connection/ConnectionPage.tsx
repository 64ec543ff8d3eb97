import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useSignedIn } from "../../data/services.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { QueryState } from "../../resource/QueryState.tsx";
import { ConnectionEditor } from "./ConnectionEditor.tsx";
import classes from "./connection.module.css";

/** Settings → Connection: whether the dashboard works at this server or at another host of the same API. */
export function ConnectionPage() {
  const { t } = useTranslation();
  const client = useClient();
  const connection = useQuery({ queryKey: ["connection"], queryFn: ({ signal }) => client.connection.get({ signal }) });
  const mayEdit = useSignedIn().org.role === "admin";
  return (
    <div className={classes.page}>
      <PageHeader title={t("connection.title")} />
      <p className={classes.intro}>{t("connection.intro")}</p>
      {!mayEdit && <p className={classes.intro}>{t("connection.adminsOnly")}</p>}
      <QueryState query={connection} failed={(reason) => t("connection.loadFailed", { reason })} />
      {connection.data && <ConnectionEditor stored={connection.data} mayEdit={mayEdit} />}
    </div>
  );
}
