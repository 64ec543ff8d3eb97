import type { CheckedContact, NewContact } from "@callwright/contract";
import Papa from "papaparse";
import type { TextEncoding } from "../../kit/decode-text.ts";

/** What a column of the table becomes. */
export const COLUMN_USES = ["number", "name", "country", "timeZone", "variable", "nothing"] as const;
export type ColumnUse = (typeof COLUMN_USES)[number];

export interface TableColumn {
  title: string;
  use: ColumnUse;
  /** The name of a variable in templates: `{{city}}`. */
  variable: string;
}

interface TableRow {
  /** As a spreadsheet counts. */
  line: number;
  /** By the place of their columns. */
  cells: readonly string[];
}

export interface PeopleTable {
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  hasHead: boolean;
}

/** A table that is read, and not added yet. */
export interface PeopleImport {
  table: PeopleTable;
  /** Of a file. */
  file?: { name: string; bytes: Uint8Array; encoding: TextEncoding };
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
  const firstLine = hasHead ? 2 : 1;
  return {
    columns: guessUses(titles, rows),
    rows: rows.map((cells, index) => ({ line: index + firstLine, cells })),
    hasHead,
  };
}

const looksLikeNumber = (cell: string) => /^\+?[\d\s()./-]{6,}$/.test(cell);

const NAMES: Readonly<Record<Exclude<ColumnUse, "variable" | "nothing">, RegExp>> = {
  number: /^(number|phone|phone ?number|mobile|tel|telephone|telefon|telefono|cell)$/i,
  name: /^(name|full ?name|customer|contact|kunde|kundin|nom|nombre)$/i,
  country: /^(country|country ?code|land|pays|pais)$/i,
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

/** The fields of a contact besides its variables. */
const CELLS = ["number", "name", "country", "timeZone"] as const;
export type ContactCell = (typeof CELLS)[number];

/** Names of variables begin with a letter and have no spaces. */
function variableOf(title: string): string {
  const name = title.trim().replace(/[^\p{L}\p{N}_]+/gu, "_");
  return /^\p{L}/u.test(name) ? name : `column_${name}`;
}

/** The rows as contacts, each with its line. */
export function toContacts({ columns, rows }: PeopleTable): NewContact[] {
  const placeOf = (use: ColumnUse) => columns.findIndex((column) => column.use === use);
  const [number, name, country, timeZone] = CELLS.map(placeOf);
  const variables = columns.flatMap(({ use, variable }, place) => (use === "variable" ? [{ variable, place }] : []));
  return rows.map(({ line, cells }) => {
    const textAt = (place = -1) => cells[place] || undefined;
    const given = { name: textAt(name), country: textAt(country), timeZone: textAt(timeZone) };
    return {
      row: line,
      number: textAt(number) ?? "",
      ...(given.name !== undefined && { name: given.name }),
      ...(given.country !== undefined && { country: given.country }),
      ...(given.timeZone !== undefined && { timeZone: given.timeZone }),
      variables: Object.fromEntries(variables.flatMap(({ variable, place }) => (cells[place] ? [[variable, cells[place]]] : []))),
    };
  });
}

/** The table with another text in a field of some rows. A field without a column gets one. */
export function withCells(table: PeopleTable, field: ContactCell, texts: ReadonlyMap<number, string>): PeopleTable {
  const place = table.columns.findIndex(({ use }) => use === field);
  if (place < 0) {
    const column: TableColumn = { title: "", use: field, variable: field };
    return withCells({ ...table, columns: [...table.columns, column] }, field, texts);
  }
  return {
    ...table,
    rows: table.rows.map((row) => {
      const text = texts.get(row.line);
      if (text === undefined) return row;
      const cells = Array.from({ length: table.columns.length }, (_, index) => row.cells[index] ?? "");
      cells[place] = text;
      return { ...row, cells };
    }),
  };
}

/** Columns of `wrongRowsCsv` besides the contact's. */
const [LINE, MISTAKE] = ["row", "mistake"];

/** The rows as CSV, to be corrected in a spreadsheet and read again by `readTable`. */
export function wrongRowsCsv(rows: readonly FaultyRow[]): string {
  const variables = [...new Set(rows.flatMap(({ contact }) => Object.keys(contact.variables ?? {})))];
  const data = rows.map(({ contact, problem }) => [
    contact.row,
    ...CELLS.map((cell) => contact[cell]),
    ...variables.map((name) => contact.variables?.[name]),
    `${problem.field} ${problem.reason}`,
  ]);
  // Excel reads UTF-8 only with the mark, and takes a cell that begins with + or = for a formula.
  return `\u{feff}${Papa.unparse({ fields: [LINE, ...CELLS, ...variables, MISTAKE], data }, { escapeFormulae: true })}`;
}

/** Rows with the same mistake. */
export interface Cause {
  field: string;
  reason: string;
  /** They are national numbers, and no country is named. */
  lacksCountry: boolean;
  /** What all of them have in the field, where the mistake lies in it alone: a country or a time zone. */
  value: string | undefined;
  rows: FaultyRow[];
}

export interface FaultyRow {
  contact: NewContact;
  problem: NonNullable<CheckedContact["problem"]>;
}

/** Numbers without a country first, then the most frequent. */
export function causesIn(rows: readonly FaultyRow[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const row of rows) {
    const { field, reason, lacksCountry = false } = row.problem;
    const value = field === "country" || field === "timeZone" ? row.contact[field] : undefined;
    const key = JSON.stringify([field, reason, value]);
    const cause = causes.get(key);
    if (cause) cause.rows.push(row);
    else causes.set(key, { field, reason, lacksCountry, value, rows: [row] });
  }
  const rank = ({ lacksCountry, rows: those }: Cause) => (lacksCountry ? Number.POSITIVE_INFINITY : those.length);
  return [...causes.values()].sort((one, other) => rank(other) - rank(one) || 0);
}
