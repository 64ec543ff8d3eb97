import type { ResultRow } from "./chart-data.ts";

/** A spreadsheet takes a cell that begins so for a formula: an apostrophe makes it a text. */
const FORMULA = /^[=+@\t\r]|^-(?![\d.])/;

/** Rows as CSV (RFC 4180), with the columns that any of them has. */
export function resultCsv(rows: readonly ResultRow[]): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column]))];
  return lines.map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const harmless = typeof value === "string" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
