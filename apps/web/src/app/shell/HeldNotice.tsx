import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { serverStatusQuery } from "../../data/server-status.ts";
import { useServices } from "../../data/services.tsx";
import classes from "../connection-banner.module.css";

/** Says that a restored server holds what it would do by itself. Only its operator can resume it. */
export function HeldNotice() {
  const { t } = useTranslation();
  const { session } = useServices();
  const { data } = useQuery(serverStatusQuery(session.client));
  if (!data?.held) return null;
  return (
    <div role="status" className={classes.banner}>
      {t("restore.members")}
    </div>
  );
}
