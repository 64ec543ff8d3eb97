import { loadavg } from "node:os";

export const print = (text: string) => process.stdout.write(`${text}\n`);

export const busyness = () => `load of the machine ${loadavg()[0]?.toFixed(1)}`;

/** The value below which `share` (0–1) of the samples lie; nearest rank, so it is always a sample. NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5);

/** `p50 / p95` in whole milliseconds, with the number of samples. */
export function describeMs(samples: readonly number[]): string {
  if (samples.length === 0) return "no samples";
  return `${Math.round(percentile(samples, 0.5))} / ${Math.round(percentile(samples, 0.95))} ms (n=${samples.length})`;
}

/** Rows of text under headings, in columns. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return [line(headings), line(widths.map((width) => "─".repeat(width))), ...rows.map(line)].join("\n");
}

export const printTable = (...rows: Parameters<typeof table>) => print(table(...rows));
