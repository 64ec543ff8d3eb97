import { csvRow } from "@callwright/contract";
import type { ResultRow } from "./chart-data.ts";

/** Rows as CSV, with the columns that any of them has. */
export function resultCsv(rows: readonly ResultRow[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))].map(csvRow).join("");
}
