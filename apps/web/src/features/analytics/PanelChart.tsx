import type { AnalyticsResult } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { keysOf } from "./analytics-query.ts";
import { type AnalyticsSearch, DEFAULT_RANGE, DEFAULT_VALUES, defaultStep } from "./analytics-search.ts";
import { BarChart } from "./BarChart.tsx";
import { chartData, MAX_SERIES, type Series } from "./chart-data.ts";
import { stepDates } from "./step-dates.ts";
import { TimeChart } from "./TimeChart.tsx";
import { useGroupNames, useValueText } from "./use-result-words.ts";

interface PanelChartProps {
  title: string;
  search: AnalyticsSearch;
  result: AnalyticsResult;
}

/** The answer of a panel's query: lines over time, or a bar for each group. */
export function PanelChart({ title, search, result: { result: rows, timeRange } }: PanelChartProps) {
  const { t, i18n } = useTranslation();
  const nameOf = useGroupNames(rows);
  const valueText = useValueText();
  const { values = DEFAULT_VALUES, range = DEFAULT_RANGE } = search;
  const { step = defaultStep(range) } = search;
  const dates = step === "none" ? undefined : stepDates(step, timeRange);
  const keys = keysOf(search);
  const read = (value: (typeof values)[number]) =>
    chartData(rows, {
      value,
      keys,
      dates,
      nameOf,
      single: values.length > 1 || keys.length === 0 ? valueText(value) : t("analytics.all"),
    });
  const [first, ...others] = values.map(read);
  if (!first || rows.length === 0) return <p>{t("analytics.empty")}</p>;
  const isHistory = values[0]?.startsWith("history:") ?? false;
  if (!dates && !isHistory) return <BarChart label={title} data={first} />;
  const isCount = (index: number) => /^(?:count|sum):/.test(values[index] ?? "");
  // With groups, a line for each; otherwise a line for each value.
  const series: Series[] = (keys.length > 0 ? first.series : [first, ...others].flatMap((each) => each.series)).slice(
    0,
    MAX_SERIES,
  );
  const format = new Intl.DateTimeFormat(i18n.language, {
    ...(step !== "hour" || isHistory ? { month: "short" as const, day: "numeric" as const } : {}),
    ...(step === "hour" || isHistory ? { hour: "numeric" as const } : {}),
    timeZone: timeRange.timezone,
  });
  return (
    <TimeChart
      kind={isCount(0) && (keys.length > 0 || series.length === 1) ? "bars" : "lines"}
      label={title}
      data={{ places: first.places, series }}
      values={values}
      dateText={(date) => format.format(new Date(date))}
      isIrregular={isHistory}
      isGrouped={keys.length > 0}
    />
  );
}
