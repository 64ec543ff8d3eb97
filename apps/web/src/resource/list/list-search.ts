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

export function resourceListSearch(search: Record<string, unknown>): ResourceListSearch {
  const selected = Array.isArray(search.selected) ? search.selected.filter((id) => typeof id === "string") : [];
  // The router parses values that look like numbers or booleans.
  const texts = Object.entries(search)
    .filter(([name, value]) => name !== "selected" && ["string", "number", "boolean"].includes(typeof value) && value !== "")
    .map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(texts), ...(selected.length > 0 ? { selected } : {}) };
}

/** The filters in the address that the list knows. */
export function filtersOf(search: ResourceListSearch, known: readonly string[]): ListFilters {
  const entries = Object.entries(search).filter(
    ([name, value]) => !OWN.has(name) && known.includes(name) && typeof value === "string",
  );
  return Object.fromEntries(entries) as ListFilters;
}
