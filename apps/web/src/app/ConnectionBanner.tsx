import { useTranslation } from "react-i18next";
import { useConnection } from "../data/services.tsx";
import classes from "./connection-banner.module.css";

/** Shown while the server cannot be reached. The live region is always rendered: screen readers ignore one that appears with its text. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const state = useConnection();
  return (
    <div role="status" aria-live="assertive">
      {state === "down" && <div className={classes.banner}>{t("app.unreachable")}</div>}
    </div>
  );
}
