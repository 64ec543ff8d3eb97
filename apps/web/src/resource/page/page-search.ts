/** State of an entity's page in the address. Without a tab, the first one is open. */
export interface ResourcePageSearch {
  tab?: string;
}

export function resourcePageSearch({ tab }: Record<string, unknown>): ResourcePageSearch {
  return typeof tab === "string" && tab !== "" ? { tab } : {};
}

/** State of the create page: `from` is the id of the entity to copy, `kind` the initial kind (`openai`). */
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
