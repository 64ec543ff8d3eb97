export type ResultRow = Readonly<Record<string, unknown>>;

/** One group's values along the places of the axis; undefined where there is none. */
export interface Series {
  name: string;
  values: readonly (number | undefined)[];
  /** By the evaluation of its calls, if it is a group of those. */
  isSuccess?: boolean;
}

const SUCCESS = "analysis.successEvaluation";
const EVALUATIONS: Readonly<Record<string, boolean>> = { true: true, false: false };

export interface ChartData {
  /** Dates as ISO 8601, or the names of groups where there are no dates. */
  places: readonly string[];
  series: readonly Series[];
  /** Groups that a chart has no color for. */
  omitted: number;
}

/** A reader cannot distinguish more lines. */
export const MAX_SERIES = 6;

interface Reading {
  /** Column with the value. */
  value: string;
  /** Columns whose values name the group. */
  keys: readonly string[];
  /** The beginning of each step. Undefined where there are no steps. */
  dates: readonly string[] | undefined;
  nameOf: (key: string, value: unknown) => string;
  /** Name of the only series there is. */
  single: string;
}

/**
 * Rows as lines or bars: by step with a line for each of the largest groups; without steps one bar for each group. A step without a row
 * had no calls, so its counts and sums are 0. A history is a line over its own dates.
 */
export function chartData(rows: readonly ResultRow[], { value, keys, dates, nameOf, single }: Reading): ChartData {
  const groupOf = (row: ResultRow) => keys.map((key) => nameOf(key, row[key])).join(" · ");
  // Two groups may have the same name, as two assistants may.
  const idOf = (row: ResultRow) => JSON.stringify(keys.map((key) => row[key]));
  const points = rows.flatMap((row) =>
    pointsOf(row, value).map((point) => ({ id: idOf(row), group: groupOf(row), row, ...point })),
  );
  if (!dates && points.every(({ date }) => date === undefined)) {
    const bars = points.toSorted((one, other) => (other.amount ?? 0) - (one.amount ?? 0));
    const values = bars.map(({ amount }) => amount);
    return { places: bars.map(({ group }) => group || single), series: [{ name: single, values }], omitted: 0 };
  }
  const isHistory = value.startsWith("history:");
  const places = [...new Set([...(isHistory || !dates ? [] : dates), ...points.map(({ date }) => date ?? "")])].sort();
  const withoutRow = /^(?:count|sum):/.test(value) ? 0 : undefined;
  const all = [...new Map(points.map(({ id, ...point }) => [id, point]))].map(([each, { group: name, row }]) => {
    const own = points.filter(({ id }) => id === each);
    const amounts = new Map(own.map(({ date = "", amount }) => [date, amount]));
    const isSuccess = EVALUATIONS[String(row[SUCCESS])];
    return {
      name: name || single,
      values: places.map((place) => (amounts.has(place) ? amounts.get(place) : withoutRow)),
      ...(isSuccess !== undefined && { isSuccess }),
    };
  });
  const series = all.toSorted((one, other) => sumOf(other) - sumOf(one)).slice(0, MAX_SERIES);
  return { places, series, omitted: all.length - series.length };
}

function pointsOf(row: ResultRow, column: string): { date?: string; amount: number | undefined }[] {
  const value = row[column];
  if (Array.isArray(value)) return value.map(({ date, value: amount }) => ({ date: String(date), amount: amountOf(amount) }));
  return [{ ...(typeof row.date === "string" ? { date: row.date } : {}), amount: amountOf(value) }];
}

function amountOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function sumOf({ values }: Series): number {
  return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
}

/** A value as text. Values below 1, such as the cost of a call, keep three significant digits. */
export function amountText(amount: number): string {
  return amount.toLocaleString(undefined, Math.abs(amount) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 3 });
}
