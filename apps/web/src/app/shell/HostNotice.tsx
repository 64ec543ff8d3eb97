import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useDataHost } from "../../data/services.tsx";
import classes from "./shell.module.css";

/** Says that the data is on another host, with a link to that setting. Hidden while it is on this server. */
export function HostNotice({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { enabled, url } = useDataHost() ?? {};
  if (!enabled || !url) return null;
  const { host } = new URL(url);
  return (
    <Link to="/settings/connection" className={classes.host} title={url} {...(onNavigate ? { onClick: onNavigate } : {})}>
      {t("connection.shownFrom", { host })}
    </Link>
  );
}
