/** State of a thing's page in the address. No tab is the first one. */
export interface ResourcePageSearch {
  tab?: string;
}

export function resourcePageSearch({ tab }: Record<string, unknown>): ResourcePageSearch {
  return typeof tab === "string" && tab !== "" ? { tab } : {};
}

/** State of the page that makes a thing: `from` is the id of one to begin with. */
export interface ResourceCreateSearch extends ResourcePageSearch {
  from?: string;
}

export function resourceCreateSearch(search: Record<string, unknown>): ResourceCreateSearch {
  const { from } = search;
  return { ...resourcePageSearch(search), ...(typeof from === "string" && from !== "" ? { from } : {}) };
}
