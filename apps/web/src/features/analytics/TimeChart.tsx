import { TURN_SEGMENTS } from "@callwright/contract";
import { LateChart } from "../../kit/charts/LateChart.tsx";
import { amountText, type ChartData } from "./chart-data.ts";

/** Hues that color-blind readers can distinguish: the same as for the segments of a wait. */
const COLORS = ["voice", "model", "tool", "transcript", "transport", "endpointing"].map((name) => `var(--cw-segment-${name})`);

interface TimeChartProps {
  kind: "bars" | "lines";
  label: string;
  /** Chart data whose places are dates. */
  data: Pick<ChartData, "places" | "series">;
  /** The value of each series, by its index, if they differ. */
  values?: readonly string[];
  dateText: (date: string | number) => string;
  /** The dates have no steps between them. */
  isIrregular?: boolean;
  /** The series are groups, whose names the legend shows. */
  isGrouped: boolean;
}

/** A line, or a segment of each bar, for each series over time. */
export function TimeChart(props: TimeChartProps) {
  const { kind, label, data, values = [], dateText, isIrregular, isGrouped } = props;
  const { places, series } = data;
  return (
    <LateChart
      kind={kind}
      label={label}
      rows={places.map((place, index) => ({
        place: isIrregular ? Date.parse(place) : dateText(place),
        ...Object.fromEntries(series.map(({ values: amounts }, line) => [`s${line}`, amounts[index]])),
      }))}
      series={series.map(({ name, isSuccess }, line) => ({
        name: `s${line}`,
        label: name,
        color: isSuccess === undefined ? colorOf(values[line], line) : `var(--cw-${isSuccess ? "accent" : "bad"})`,
      }))}
      valueText={amountText}
      timeText={isIrregular ? dateText : undefined}
      hasLegend={isGrouped || series.length > 1}
    />
  );
}

/** The colors of the parts of a response time. They are the same in every bar. */
function colorOf(value: string | undefined, index: number): string {
  const segment = TURN_SEGMENTS.find((name) => value?.endsWith(`:responseTime.${name}`));
  return segment ? `var(--cw-segment-${segment})` : (COLORS[index] ?? "var(--cw-dim)");
}
