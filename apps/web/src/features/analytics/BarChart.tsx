import classes from "./analytics.module.css";
import { amountText, type ChartData } from "./chart-data.ts";

/** A bar for each group, with its value. */
export function BarChart({ label, data: { places, series } }: { label: string; data: ChartData }) {
  const values = series[0]?.values ?? [];
  const largest = Math.max(0, ...values.map((value) => value ?? 0));
  return (
    <dl className={classes.bars} aria-label={label}>
      {places.map((place, index) => {
        const value = values[index];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have the same name
          <div key={index} className={classes.bar}>
            <dt title={place}>{place}</dt>
            <dd>
              <i style={{ width: largest > 0 ? `${((value ?? 0) / largest) * 100}%` : 0 }} />
              <span className="num">{value === undefined ? "–" : amountText(value)}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
