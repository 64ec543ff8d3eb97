import type { AnalyticsResult } from "@callwright/contract";
import { useTranslation } from "react-i18next";
import { EmptyNote } from "../../kit/EmptyNote.tsx";
import { Scroller } from "../../kit/Scroller.tsx";
import classes from "./analytics.module.css";
import { keysOf } from "./analytics-query.ts";
import { type AnalyticsSearch, DEFAULT_RANGE, DEFAULT_VALUES, defaultStep, type Group } from "./analytics-search.ts";
import { BarChart } from "./BarChart.tsx";
import { amountText, chartData, type ResultRow } from "./chart-data.ts";
import { stepDates } from "./step-dates.ts";
import { TimeChart } from "./TimeChart.tsx";
import { useGroupNames, useValueText } from "./use-result-words.ts";

interface AnalyticsResultProps {
  search: AnalyticsSearch;
  timeRange: AnalyticsResult["timeRange"];
  rows: readonly ResultRow[];
}

/** A chart for each value, and the rows themselves. */
export function AnalyticsResultView({ search, timeRange, rows }: AnalyticsResultProps) {
  const { t } = useTranslation();
  const nameOf = useGroupNames(rows);
  const { values = DEFAULT_VALUES, range = DEFAULT_RANGE } = search;
  const { step = defaultStep(range) } = search;
  const dates = step === "none" ? undefined : stepDates(step, timeRange);
  const hasDates = dates !== undefined;
  const dateText = useDateText(timeRange.timezone, step === "hour");
  const timeText = useDateText(timeRange.timezone, true);
  const valueText = useValueText();
  if (rows.length === 0) return <EmptyNote title={t("analytics.empty")} body={t("analytics.emptyBody")} />;
  const keys = keysOf(search);
  const text = (value: unknown): string => {
    if (typeof value === "number") return amountText(value);
    return Array.isArray(value) ? value.map((each) => text(each?.value)).join(", ") : "–";
  };
  return (
    <>
      {values.map((value) => {
        const data = chartData(rows, { value, keys, dates, nameOf, single: t("analytics.all") });
        const label = t("analytics.chart", { value: valueText(value) });
        const isHistory = value.startsWith("history:");
        return (
          <figure key={value} className={classes.figure}>
            <h2>{valueText(value)}</h2>
            {hasDates || isHistory ? (
              <TimeChart
                kind="lines"
                label={label}
                data={data}
                isIrregular={isHistory}
                isGrouped={keys.length > 0}
                dateText={isHistory ? timeText : dateText}
              />
            ) : (
              <BarChart label={label} data={data} />
            )}
            {data.omitted > 0 && <p className={classes.dim}>{t("analytics.otherSeries", { count: data.omitted })}</p>}
          </figure>
        );
      })}
      <ResultTable
        rows={rows}
        columns={[
          ...(hasDates
            ? [{ id: "date", title: t("analytics.date"), isNumeric: false, text: (date: unknown) => dateText(String(date)) }]
            : []),
          ...keys.map((key) => ({
            id: key,
            title: key.startsWith("variableValues.")
              ? key.slice("variableValues.".length)
              : t(`analytics.groupNames.${key as Group}`),
            isNumeric: false,
            text: (value: unknown) => nameOf(key, value),
          })),
          ...values.map((value) => ({ id: value, title: valueText(value), isNumeric: true, text })),
        ]}
      />
    </>
  );
}

function useDateText(timezone: string, hasTime: boolean) {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: "medium",
    ...(hasTime ? { timeStyle: "short" as const } : {}),
    timeZone: timezone,
  });
  return (date: string | number) => format.format(new Date(date));
}

/** More rows are for a program, which has the API. */
const SHOWN_ROWS = 500;

interface ResultTableProps {
  rows: readonly ResultRow[];
  columns: readonly { id: string; title: string; isNumeric: boolean; text: (value: unknown) => string }[];
}

function ResultTable({ rows, columns }: ResultTableProps) {
  const { t } = useTranslation();
  const count = rows.length;
  return (
    <>
      <p className={classes.dim} role="status">
        {count > SHOWN_ROWS ? t("analytics.rowsShown", { shown: String(SHOWN_ROWS), count }) : t("analytics.rows", { count })}
      </p>
      <Scroller as="section" className={classes.scroller} aria-label={t("analytics.resultTable")}>
        <table className={classes.table} aria-label={t("analytics.resultTable")}>
          <thead>
            <tr>
              {columns.map(({ id, title, isNumeric }) => (
                <th key={id} scope="col" data-numeric={isNumeric || undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN_ROWS).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={index}>
                {columns.map(({ id, isNumeric, text }) => (
                  <td key={id} data-numeric={isNumeric || undefined}>
                    {text(row[id])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </>
  );
}
