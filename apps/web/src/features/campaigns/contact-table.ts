import type { ContactError, NewContact } from "@callwright/contract";
import Papa from "papaparse";

/** What a column of the table becomes. */
export const COLUMN_USES = ["number", "name", "country", "timeZone", "variable", "nothing"] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

export interface TableColumn {
  title: string;
  use: ColumnUse;
  /** The name of a variable in templates: `{{city}}`. */
  variable: string;
}

export interface PeopleTable {
  columns: TableColumn[];
  rows: string[][];
  /** The line of the first row, as a spreadsheet counts. */
  firstLine: number;
}

/** Reports and spreadsheets put an apostrophe before text that looks like a formula, such as a number with a plus. */
const FORMULA_GUARD = /^'(?=[=+\-@])/;

/** Reads CSV, or what a spreadsheet copies. Undefined: there are no rows. */
export function readTable(text: string): PeopleTable | undefined {
  const parsed = Papa.parse<string[]>(text.replace(/^\u{feff}/u, ""), { skipEmptyLines: "greedy" });
  const data = parsed.data.map((row) => row.map((cell) => cell.trim().replace(FORMULA_GUARD, "")));
  const [first = [], ...others] = data;
  const hasHead = !first.some(looksLikeNumber);
  const rows = hasHead ? others : data;
  if (rows.length === 0) return undefined;
  const width = Math.max(...data.map((row) => row.length));
  const titles = Array.from({ length: width }, (_, index) => (hasHead ? first[index] : undefined) || `${index + 1}`);
  return { columns: guessUses(titles, rows), rows, firstLine: hasHead ? 2 : 1 };
}

const looksLikeNumber = (cell: string) => /^\+?[\d\s()./-]{6,}$/.test(cell);

const NAMES: Readonly<Record<Exclude<ColumnUse, "variable" | "nothing">, RegExp>> = {
  number: /^(number|phone|phone ?number|mobile|tel|telephone|telefon|cell)$/i,
  name: /^(name|full ?name|customer|contact)$/i,
  country: /^(country|country ?code)$/i,
  timeZone: /^(time ?zone|tz)$/i,
};

function guessUses(titles: readonly string[], rows: readonly string[][]): TableColumn[] {
  const isOfWrongRows = titles.at(-1) === MISTAKE;
  const uses = titles.map((title): ColumnUse => {
    if (isOfWrongRows && (title === LINE || title === MISTAKE)) return "nothing";
    const named = Object.entries(NAMES).find(([, names]) => names.test(title.replaceAll("_", " ")));
    return (named?.[0] as ColumnUse | undefined) ?? "variable";
  });
  const columns = titles.map((title, index) => {
    const use = uses[index] ?? "variable";
    return {
      title,
      use: uses.indexOf(use) === index || use === "nothing" ? use : ("variable" as const),
      variable: variableOf(title),
    };
  });
  if (columns.some(({ use }) => use === "number")) return columns;
  const likely = columns.findIndex((_, index) => rows.every((row) => looksLikeNumber(row[index] ?? "")));
  return columns.map((column, index) => (index === likely ? { ...column, use: "number" } : column));
}

/** Names of variables begin with a letter and have no spaces. */
function variableOf(title: string): string {
  const name = title.trim().replace(/[^\p{L}\p{N}_]+/gu, "_");
  return /^\p{L}/u.test(name) ? name : `column_${name}`;
}

/** The rows as contacts, each with its line. */
export function toContacts({ columns, rows, firstLine }: PeopleTable): NewContact[] {
  return rows.map((row, index) => {
    const cellOf = (use: ColumnUse) => row[columns.findIndex((column) => column.use === use)] || undefined;
    const variables = columns.flatMap(({ use, variable }, place) => {
      const value = row[place];
      return use === "variable" && value ? [[variable, value]] : [];
    });
    const [name, country, timeZone] = [cellOf("name"), cellOf("country"), cellOf("timeZone")];
    return {
      row: index + firstLine,
      number: cellOf("number") ?? "",
      ...(name !== undefined && { name }),
      ...(country !== undefined && { country }),
      ...(timeZone !== undefined && { timeZone }),
      variables: Object.fromEntries(variables),
    };
  });
}

/** A row that was not added, and why. */
export interface WrongRow {
  contact: NewContact;
  error: ContactError;
}

/** Columns of `wrongRowsCsv` besides the contact's. */
const [LINE, MISTAKE] = ["row", "mistake"];
const CELLS = ["number", "name", "country", "timeZone"] as const;

/** The rows as CSV, to be corrected in a spreadsheet and read again by `readTable`. */
export function wrongRowsCsv(rows: readonly WrongRow[]): string {
  const variables = [...new Set(rows.flatMap(({ contact }) => Object.keys(contact.variables ?? {})))];
  const data = rows.map(({ contact, error }) => [
    contact.row,
    ...CELLS.map((cell) => contact[cell]),
    ...variables.map((name) => contact.variables?.[name]),
    `${error.field} ${error.reason}`,
  ]);
  // Excel reads UTF-8 only with the mark, and takes a cell that begins with + or = for a formula.
  return `\u{feff}${Papa.unparse({ fields: [LINE, ...CELLS, ...variables, MISTAKE], data }, { escapeFormulae: true })}`;
}

/** Rows with the same mistake. */
export interface Cause extends Pick<ContactError, "field" | "reason"> {
  /** What all of them have in the field, where the mistake lies in it alone: a country or a time zone. */
  value: string | undefined;
  rows: WrongRow[];
}

/** The most frequent first. */
export function causesIn(rows: readonly WrongRow[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const row of rows) {
    const { field, reason, value: cell } = row.error;
    const value = field === "country" || field === "timeZone" ? cell : undefined;
    const key = JSON.stringify([field, reason, value]);
    const cause = causes.get(key);
    if (cause) cause.rows.push(row);
    else causes.set(key, { field, reason, value, rows: [row] });
  }
  return [...causes.values()].sort((one, other) => other.rows.length - one.rows.length);
}
