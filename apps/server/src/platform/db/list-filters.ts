import type { ListQuery } from "@callwright/contract";
import { type Column, desc, gt, gte, inArray, like, lt, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

interface EntityColumns {
  id: PgColumn;
  createdAt: PgColumn;
  updatedAt: PgColumn;
}

/** What a search looks through besides the id: text in lower case, or else a name. */
interface SearchedColumns {
  searchText?: PgColumn | SQL;
  name?: PgColumn;
}

/** The eight time filters every list takes, and its search. */
export function entityFilters(columns: EntityColumns & SearchedColumns, query: Omit<ListQuery, "limit">): SQL[] {
  const { createdAt, updatedAt } = columns;
  return [
    ...timeFilters("createdAt", createdAt, query),
    ...timeFilters("updatedAt", updatedAt, query),
    ...searchFilters(columns, query.search),
  ];
}

const COMPARISONS = { Gt: gt, Lt: lt, Ge: gte, Le: lte };
type TimeQuery<Name extends string> = { [Key in `${Name}${keyof typeof COMPARISONS}`]?: string | undefined };

/** The four time filters of a column: `createdAtGt` and the like. */
export function timeFilters<const Name extends string>(name: Name, column: PgColumn, query: TimeQuery<Name>): SQL[] {
  return Object.entries(COMPARISONS).flatMap(([comparison, compare]) => {
    const text = query[`${name}${comparison}` as keyof TimeQuery<Name>];
    return text === undefined ? [] : [compare(column, instantOf(text))];
  });
}

/** Each word is in the text, or begins the id. */
export function searchFilters({ id, name, searchText }: Pick<EntityColumns, "id"> & SearchedColumns, search = ""): SQL[] {
  const text = searchText ?? sql`lower(coalesce(${name}, ''))`;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return words.map((word) => sql`(strpos(${text}, ${word}) > 0 or starts_with(${id}, ${word}))`);
}

/** The ids or numbers of a parameter like `a,b`. Ids are stored in lower case. */
export function commaSeparated(text: string): string[] {
  return text
    .split(",")
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each !== "");
}

type Values = readonly string[] | undefined;

/** The values of a parameter that has one. */
export const texts = (value: string | undefined): Values => (value === undefined ? undefined : [value]);
/** Ids are stored in lower case. */
export const ids = (values: string | Values): Values => (values === undefined ? undefined : lowerCase([values].flat()));
/** `a,b` */
export const parts = (list: string | undefined): Values => list?.split(",").map((part) => part.trim());

/** The value must be in all given lists. */
export function oneOf(column: PgColumn | SQL, ...lists: Values[]): SQL[] {
  return lists.flatMap((values) => (values === undefined ? [] : [inArray(sql`${column}`, [...values])]));
}

/** Ids, as they are stored. */
export function lowerCase(ids: readonly string[]): string[] {
  return ids.map((id) => id.toLowerCase());
}

const FIRST_INSTANT_MS = Date.parse("0001-01-01T00:00:00Z");
const LAST_INSTANT_MS = Date.parse("9999-12-31T23:59:59.999Z");

export function instantOf(text: string): Date {
  return storableInstant(Date.parse(text));
}

/** Years that only an offset or a sum reaches (0, 10000) are written differently by PostgreSQL; no row is that old or new. */
export function storableInstant(epochMs: number): Date {
  return new Date(Math.min(Math.max(epochMs, FIRST_INSTANT_MS), LAST_INSTANT_MS));
}

/** The order of every list; `id` decides between entities of the same millisecond. */
export function newestFirst({ createdAt, id }: Pick<EntityColumns, "createdAt" | "id">): SQL[] {
  return [desc(createdAt), desc(id)];
}

/** Does a number in E.164 have the digits of the text? Undefined: the text is no part of a number. */
export const numberHas = (number: Column, text: string): SQL | undefined =>
  /^[+\d\s()./-]*\d[\d\s()./-]*$/.test(text) ? like(number, `%${text.replace(/\D/g, "")}%`) : undefined;
