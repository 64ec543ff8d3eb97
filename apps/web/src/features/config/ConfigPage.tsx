import { useTranslation } from "react-i18next";
import { useSession } from "../../data/services.tsx";
import { PageHeader } from "../../kit/PageHeader.tsx";
import classes from "./config.module.css";
import { ExportSection } from "./ExportSection.tsx";
import { ImportSection } from "./ImportSection.tsx";

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
