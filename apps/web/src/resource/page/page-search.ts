/** State of a thing's page in the address. No tab is the first one. */
export interface ResourcePageSearch {
  tab?: string;
}

export function resourcePageSearch({ tab }: Record<string, unknown>): ResourcePageSearch {
  return typeof tab === "string" && tab !== "" ? { tab } : {};
}

/** State of the page that makes a thing: `from` is the id of one to begin with, `kind` which of its kinds to begin as (`openai`). */
export interface ResourceCreateSearch extends ResourcePageSearch {
  from?: string;
  kind?: string;
}

export function resourceCreateSearch(search: Record<string, unknown>): ResourceCreateSearch {
  const { from, kind } = search;
  return {
    ...resourcePageSearch(search),
    ...(typeof from === "string" && from !== "" ? { from } : {}),
    ...(typeof kind === "string" && kind !== "" ? { kind } : {}),
  };
}
