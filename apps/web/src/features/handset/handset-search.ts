/** The Handset's state in the address. */
export interface HandsetSearch {
  /** Id of the number to call. */
  number?: string;
}

export function handsetSearch(search: Record<string, unknown>): HandsetSearch {
  return typeof search.number === "string" && search.number !== "" ? { number: search.number } : {};
}
