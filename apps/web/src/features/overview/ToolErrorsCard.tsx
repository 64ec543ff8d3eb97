import type { Overview } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { CountLink } from "./CountLink.tsx";
import classes from "./overview.module.css";

/** The tools that failed, by the number of calls in which they did. */
export function ToolErrorsCard({ overview: { toolErrors, timeRange } }: { overview: Overview }) {
  const { t } = useTranslation();
  const range = { from: timeRange.start, until: timeRange.end };
  return (
    <section className={classes.card} aria-labelledby="tool-errors">
      <header className={classes.cardHead}>
        <h2 id="tool-errors">{t("overview.toolErrors")}</h2>
      </header>
      <p className={classes.note}>{t("overview.toolErrorsBody")}</p>
      <ul className={classes.groups}>
        {toolErrors.map(({ toolName, calls }) => (
          <li key={toolName}>
            <CountLink label={toolName} calls={calls} search={{ ...range, failedTool: toolName }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
