import type { PassCount } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useIsLive } from "../../data/realtime/realtime-context.tsx";
import { useClient } from "../../data/services.tsx";
import { Instant } from "../../kit/Instant.tsx";
import { Pill } from "../../kit/Pill.tsx";
import { useNow } from "../../kit/use-now.ts";
import type { ResourceEntity } from "../../resource/resource-entity.ts";
import { countOfRun } from "./run-words.ts";
import classes from "./runs.module.css";
import { isRunOpen, isWholeRun, runsOfSuiteQuery, useLastRuns } from "./simulation-queries.ts";
import { suiteTestsQuery } from "./suite-tests.ts";

/** Bars of a trend. */
export const TREND_RUNS = 10;

/** The last whole run of a suite as "14 of 20", in the list of suites. */
export function LastResult({ suiteId }: { suiteId: string }) {
  const { t } = useTranslation();
  const last = useLastRuns(suiteId)?.find(isWholeRun);
  if (!last) return <>–</>;
  const { passed, total } = countOfRun(last);
  const text = t("simulations.ofShort", { passed: String(passed), total: String(total) });
  if (isRunOpen(last)) return <Pill kind="accent">{t("simulations.status.running")}</Pill>;
  return <Pill kind={passed === total ? "accent" : "bad"}>{text}</Pill>;
}

/** The pass rates of the last runs as bars, the newest last. */
export function Trend({ suiteId }: { suiteId: string }) {
  const runs = (useLastRuns(suiteId) ?? []).filter((run) => isWholeRun(run) && !isRunOpen(run)).slice(0, TREND_RUNS);
  const rates = runs.map((run) => ({ id: run.id, ...countOfRun(run) })).filter(({ total }) => total > 0);
  return rates.length === 0 ? <>–</> : <TrendBars rates={rates} />;
}

/** Pass rates, the newest first, as bars from left to right. */
export function TrendBars({ rates }: { rates: readonly ({ id: string } & PassCount)[] }) {
  const { t } = useTranslation();
  const text = rates.map(({ passed, total }) => t("simulations.ofShort", { passed: String(passed), total: String(total) }));
  return (
    <svg
      className={classes.trend}
      width={TREND_RUNS * 8}
      height={20}
      role="img"
      aria-label={t("simulations.trend", { rates: text.join(", ") })}
    >
      {rates.toReversed().map(({ id, passed, total }, index) => {
        const height = Math.max(2, (20 * passed) / total);
        return (
          <rect
            key={id}
            x={index * 8}
            y={20 - height}
            width={6}
            height={height}
            rx={1}
            data-failed={passed < total || undefined}
          />
        );
      })}
    </svg>
  );
}

export function LastRunTime({ suiteId }: { suiteId: string }) {
  const last = useLastRuns(suiteId)?.[0];
  const nowMs = useNow(false);
  return last ? <Instant iso={last.createdAt} nowMs={nowMs} /> : <>–</>;
}

interface CountProps {
  entity: ResourceEntity;
}

export function TestCount({ entity: { id } }: CountProps) {
  return <>{useQuery(suiteTestsQuery(useClient(), id)).data?.length}</>;
}

export function CallerCount({ entity }: CountProps) {
  const { callers = [] } = entity as { callers?: readonly string[] };
  return <>{callers.length || ""}</>;
}

export function RunCount({ entity: { id } }: CountProps) {
  return <>{useQuery(runsOfSuiteQuery(useClient(), id, useIsLive())).data?.total}</>;
}
