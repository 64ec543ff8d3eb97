import "@mantine/core/styles/ColorSwatch.css";
import "@mantine/charts/styles.css";
import { BarChart, LineChart } from "@mantine/charts";
import classes from "./charts.module.css";

export interface ChartSeries {
  /** Field of the rows. */
  name: string;
  label: string;
  /** A CSS color. */
  color: string;
}

export interface ChartProps {
  kind: "bars" | "lines";
  /** What the chart shows, for screen readers. */
  label: string;
  /** Each has its place on the axis as `place`, and the values of the series. The place is a text, or with `timeText` milliseconds since 1970. */
  rows: readonly Record<string, string | number | undefined>[];
  series: readonly ChartSeries[];
  valueText: (value: number) => string;
  /** Makes the axis one of time: places are as far apart as their times. */
  timeText?: ((timeMs: number) => string) | undefined;
  /** Shows the legend of a single series, too. */
  hasLegend?: boolean | undefined;
  /** A click on a place, by its index. */
  onPlace?: ((index: number) => void) | undefined;
}

const HEIGHT_PX = 220;
/** Longer legends cover the chart. */
const LEGEND_MAX_SERIES = 8;

/** The unit is in the title and in the tooltip: an axis has little room. */
const axisText = (value: number) => value.toLocaleString(undefined, { notation: "compact" });

/** Bars or lines over time. Bars of several series are stacked. */
export function Chart({ kind, label, rows, series, valueText, timeText, hasLegend = series.length > 1, onPlace }: ChartProps) {
  const shared = {
    h: HEIGHT_PX,
    data: rows as Record<string, string | number>[],
    dataKey: "place",
    series: [...series],
    valueFormatter: valueText,
    withLegend: hasLegend && series.length <= LEGEND_MAX_SERIES,
    legendProps: { verticalAlign: "bottom" as const },
    gridAxis: "x" as const,
    tickLine: "none" as const,
    gridColor: "var(--cw-line)",
    textColor: "var(--cw-dim)",
    xAxisProps: { minTickGap: 24, interval: "preserveStartEnd" as const, ...(timeText && timeAxis(timeText)) },
    tooltipProps: timeText ? { labelFormatter: (place: unknown) => timeText(Number(place)) } : {},
    yAxisProps: { width: 48, tickFormatter: axisText, allowDecimals: hasFractions(rows, series) },
    classNames: { root: classes.root ?? "" },
  };
  const onClick = (event: { activeTooltipIndex?: number | string | null | undefined } | null) => {
    const index = Number(event?.activeTooltipIndex ?? Number.NaN);
    if (Number.isInteger(index)) onPlace?.(index);
  };
  return (
    <div role="img" aria-label={label} data-clickable={onPlace ? true : undefined} className={classes.chart}>
      {kind === "bars" ? (
        <BarChart
          {...shared}
          type="stacked"
          maxBarWidth={40}
          barProps={{ isAnimationActive: false }}
          barChartProps={{ accessibilityLayer: false, onClick }}
        />
      ) : (
        <LineChart
          {...shared}
          curveType="linear"
          strokeWidth={2}
          dotProps={{ r: 2 }}
          lineProps={{ isAnimationActive: false }}
          lineChartProps={{ accessibilityLayer: false, onClick }}
        />
      )}
    </div>
  );
}

const timeAxis = (tickFormatter: (timeMs: number) => string) =>
  ({ type: "number", scale: "time", domain: ["dataMin", "dataMax"], tickFormatter }) as const;

/** Is any value of the series not whole? An axis of counts has no halves. */
function hasFractions(rows: ChartProps["rows"], series: readonly ChartSeries[]): boolean {
  return rows.some((row) => series.some(({ name }) => typeof row[name] === "number" && !Number.isInteger(row[name])));
}
