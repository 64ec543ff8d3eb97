import { useTranslation } from "react-i18next";
import classes from "./canvas-frame.module.css";

/** The values that a conversation extracted so far. Hidden while there are none. */
export function RunVariables({ variables }: { variables: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation();
  const entries = Object.entries(variables);
  if (entries.length === 0) return null;
  return (
    <dl className={classes.variables} aria-label={t("canvas.variables")}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === "string" ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
