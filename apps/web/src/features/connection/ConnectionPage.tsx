import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useClient, useSession } from "../../data/services.tsx";
import { Failure } from "../../kit/Failure.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import { PageSkeleton } from "../../kit/PageSkeleton.tsx";
import { ConnectionEditor } from "./ConnectionEditor.tsx";
import classes from "./connection.module.css";

/** Settings → Connection: whether the dashboard works at this server or at another host of the same API. */
export function ConnectionPage() {
  const { t } = useTranslation();
  const session = useSession();
  const client = useClient();
  const connection = useQuery({ queryKey: ["connection"], queryFn: ({ signal }) => client.connection.get({ signal }) });
  const mayEdit = session.kind === "signed-in" && session.org.role === "admin";
  return (
    <div className={classes.page}>
      <PageHeader title={t("connection.title")} />
      <p className={classes.intro}>{t("connection.intro")}</p>
      {!mayEdit && <p className={classes.intro}>{t("connection.adminsOnly")}</p>}
      <Failure m="lg">{connection.isError && t("connection.loadFailed", { reason: connection.error.message })}</Failure>
      {connection.isPending && <PageSkeleton />}
      {connection.data && <ConnectionEditor stored={connection.data} mayEdit={mayEdit} />}
    </div>
  );
}
