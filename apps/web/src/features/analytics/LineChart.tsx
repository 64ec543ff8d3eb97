import { useElementSize } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import classes from "./analytics.module.css";
import { axisTicks } from "./axis.ts";
import { amountText, type ChartData } from "./chart-data.ts";

const HEIGHT_PX = 260;
const MARGIN = { top: 12, right: 16, bottom: 28, left: 56 };
/** Room for a label under the chart, with its share of the space around it. */
const CHARACTER_WIDTH_PX = 10;

interface LineChartProps {
  label: string;
  data: ChartData;
  /** Of a date, under the chart. */
  dateText: (iso: string) => string;
}

/** A line for each group over time. The table beside it says the same in words. */
export function LineChart({ label, data: { places, series }, dateText }: LineChartProps) {
  const { t } = useTranslation();
  const { ref, width } = useElementSize();
  const amounts = series.flatMap(({ values }) => values.map((value) => value ?? 0));
  const ticks = axisTicks(Math.max(0, ...amounts), amounts.every(Number.isInteger));
  const times = places.map((place) => Date.parse(place));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const inner = { width: Math.max(0, width - MARGIN.left - MARGIN.right), height: HEIGHT_PX - MARGIN.top - MARGIN.bottom };
  const x = (timeMs: number) => MARGIN.left + (last === first ? 0.5 : (timeMs - first) / (last - first)) * inner.width;
  const y = (value: number) => MARGIN.top + inner.height * (1 - value / (ticks.at(-1) ?? 1));
  const labelWidth = CHARACTER_WIDTH_PX * Math.max(0, ...places.map((place) => dateText(place).length));
  const labelEvery = Math.max(1, Math.ceil((places.length * labelWidth) / Math.max(1, inner.width)));
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg width={width} height={HEIGHT_PX} role="img" aria-label={label} className={classes.chart}>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} className={classes.grid} />
              <text x={MARGIN.left - 8} y={y(tick)} dy="0.32em" textAnchor="end">
                {amountText(tick)}
              </text>
            </g>
          ))}
          {places.map((place, index) =>
            index % labelEvery === 0 ? (
              <text key={place} x={x(times[index] ?? first)} y={HEIGHT_PX - 8} textAnchor={anchorOf(index, places.length)}>
                {dateText(place)}
              </text>
            ) : null,
          )}
          {series.map(({ name, values }, group) => {
            const points = values.flatMap((value, index) =>
              value === undefined ? [] : [{ value, place: places[index] ?? "", left: x(times[index] ?? first), top: y(value) }],
            );
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have the same name
              <g key={group} className={classes.series} data-group={group}>
                <polyline points={points.map(({ left, top }) => `${left},${top}`).join(" ")} />
                {points.map(({ value, place, left, top }) => (
                  <circle key={place} cx={left} cy={top} r={3}>
                    <title>{t("analytics.point", { series: name, label: dateText(place), value: amountText(value) })}</title>
                  </circle>
                ))}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** The first and the last name stay inside. */
function anchorOf(index: number, count: number): "start" | "middle" | "end" {
  if (count > 1 && index === 0) return "start";
  return count > 1 && index === count - 1 ? "end" : "middle";
}
