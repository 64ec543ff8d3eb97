import type { Overview } from "@callwright/contract";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { explainEnd } from "../../kit/ended-words.ts";
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

interface CountLinkProps {
  label: string;
  calls: number;
  /** With it, the share is drawn as a bar. */
  total?: number;
  search: Record<string, string> | undefined;
  by?: string;
}

function CountLink({ label, calls, total, search, by }: CountLinkProps) {
  const content = (
    <>
      <span className={classes.reason}>{label}</span>
      <span className="num">{calls.toLocaleString()}</span>
      {total !== undefined && (
        <span className={classes.share}>
          <i data-by={by} style={{ width: total > 0 ? `${(100 * calls) / total}%` : 0 }} />
        </span>
      )}
    </>
  );
  if (!search) return <span className={classes.count}>{content}</span>;
  return (
    <Link to="/calls" search={search} className={classes.count}>
      {content}
    </Link>
  );
}
