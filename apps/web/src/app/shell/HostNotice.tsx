import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useDataHost } from "../services.tsx";
import classes from "./shell.module.css";

/** Says that the data is another host's, and leads to where that is set. Nothing while it is this server's. */
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
