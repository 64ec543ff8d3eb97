import type { Overview, ResponsePercentile } from "@callwright/contract";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { LatencyBar } from "../../kit/latency/LatencyBar.tsx";
import { LatencyLegend } from "../../kit/latency/LatencyLegend.tsx";
import type { WaitPart } from "../../kit/latency/wait-parts.ts";
import classes from "./overview.module.css";

/** How long callers wait. The parts of a bar add up to the wait. */
export function ResponseCard({ overview: { response, timeRange } }: { overview: Overview }) {
  const { t } = useTranslation();
  const percentile = (name: "p50" | "p95", { ms, calls, segments }: ResponsePercentile) => (
    <div className={classes.wait} key={name}>
      <Link
        to="/calls"
        search={{ from: timeRange.start, until: timeRange.end, responseFrom: ms }}
        className={classes.waitNumber}
        title={t("overview.slower", { count: calls })}
      >
        <span className={classes.label}>{t(`overview.${name}`)}</span>
        <strong className={classes.value}>{t("latency.ms", { value: ms.toLocaleString() })}</strong>
        <span className={classes.note}>{t("overview.slower", { count: calls })}</span>
      </Link>
      <LatencyBar parts={roundedParts(segments)} longestMs={response?.p95.ms ?? ms} />
    </div>
  );
  return (
    <section className={classes.card}>
      <header className={classes.cardHead}>
        <h2>{t("overview.response")}</h2>
      </header>
      {response ? (
        <>
          <p className={classes.note}>{t("overview.responseBody", { count: response.calls })}</p>
          {percentile("p50", response.p50)}
          {percentile("p95", response.p95)}
          <LatencyLegend />
        </>
      ) : (
        <p className={classes.note}>{t("overview.noResponse")}</p>
      )}
    </section>
  );
}

/** The boundaries are rounded, so that the parts add up to the rounded wait. */
function roundedParts(segments: ResponsePercentile["segments"]): WaitPart[] {
  let exactMs = 0;
  return segments.map(({ name, durationMs }) => {
    const fromMs = Math.round(exactMs);
    exactMs += durationMs;
    return { name, ms: Math.round(exactMs) - fromMs };
  });
}
