import { useTranslation } from "react-i18next";
import { Fact } from "../Fact.tsx";
import classes from "./canvas-frame.module.css";

/** The values that a conversation extracted so far. Hidden while there are none. */
export function RunVariables({ variables }: { variables: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation();
  const entries = Object.entries(variables);
  if (entries.length === 0) return null;
  return (
    <dl className={classes.variables} aria-label={t("canvas.variables")}>
      {entries.map(([name, value]) => (
        <Fact key={name} name={name}>
          {typeof value === "string" ? value : JSON.stringify(value)}
        </Fact>
      ))}
    </dl>
  );
}
