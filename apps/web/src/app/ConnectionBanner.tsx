import { useTranslation } from "react-i18next";
import classes from "./connection-banner.module.css";
import { useConnection } from "./services.tsx";

/** Says that the server is away, for as long as it is. The live region stands there before it speaks, or it would not be read. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const state = useConnection();
  return (
    <div role="status" aria-live="assertive">
      {state === "down" && <div className={classes.banner}>{t("app.unreachable")}</div>}
    </div>
  );
}
