import { texts, typed } from "../../kit/search-params.ts";
import type { ListFilters } from "../resource-queries.ts";

/** A list's state in the address. */
export interface ResourceListSearch {
  q?: string;
  /** A column, with `-` in front for descending. Default: newest first. */
  sort?: string;
  selected?: string[];
  /** Every other parameter is a filter of the list query. */
  [filter: string]: string | string[] | undefined;
}

const OWN = new Set(["q", "sort", "selected"]);

export function resourceListSearch({ selected, ...others }: Record<string, unknown>): ResourceListSearch {
  const own = Object.entries(others).map(([name, value]) => [name, typed(value)]);
  const ids = texts(selected);
  return { ...Object.fromEntries(own.filter(([, value]) => value !== undefined)), ...(ids && { selected: ids }) };
}

/** The filters in the address that the list knows. */
export function filtersOf(search: ResourceListSearch, known: readonly string[]): ListFilters {
  const entries = Object.entries(search).filter(
    ([name, value]) => !OWN.has(name) && known.includes(name) && typeof value === "string",
  );
  return Object.fromEntries(entries) as ListFilters;
}
