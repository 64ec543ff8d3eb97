/** Begins a file of CSV: without it, spreadsheets on Windows read UTF-8 as another encoding. */
export const CSV_BOM = "\u{feff}";

/** A spreadsheet takes a text that begins so for a formula. An apostrophe before it makes it a text again. */
const FORMULA = /^[=+\-@\t\r]/;

/** A row of CSV (RFC 4180), with its line end. Objects and lists are JSON; undefined and null are empty. */
export function csvRow(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const harmless = typeof value !== "number" && FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
