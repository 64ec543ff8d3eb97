import type { Overview } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { explainEnd } from "../../kit/ended-words.ts";
import { CountLink } from "./CountLink.tsx";
import classes from "./overview.module.css";

/** Reasons of one group that are listed. */
const SHOWN_REASONS = 4;

/** Why calls ended, by who ended them. */
export function EndedCard({ overview: { ended, timeRange } }: { overview: Overview }) {
  const { t } = useTranslation();
  const range = { from: timeRange.start, until: timeRange.end };
  const total = ended.reduce((sum, { calls }) => sum + calls, 0);
  return (
    <section className={classes.card}>
      <header className={classes.cardHead}>
        <h2>{t("overview.ended")}</h2>
      </header>
      <ul className={classes.groups}>
        {ended.map(({ by, calls, reasons }) => (
          <li key={by}>
            <CountLink
              label={t(`overview.endedBy.${by}`)}
              calls={calls}
              total={total}
              search={calls > 0 ? { ...range, endedReasons: reasons.map(({ endedReason }) => endedReason).join(",") } : undefined}
              by={by}
            />
            <ul>
              {reasons.slice(0, SHOWN_REASONS).map(({ endedReason, calls: count }) => (
                <li key={endedReason}>
                  <CountLink label={explainEnd(endedReason).sentence} calls={count} search={{ ...range, endedReason }} />
                </li>
              ))}
              {reasons.length > SHOWN_REASONS && (
                <li className={classes.note}>{t("overview.moreReasons", { count: reasons.length - SHOWN_REASONS })}</li>
              )}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
