import { SORT_COLUMNS, type SortColumn } from "./list/assistant-rows.ts";

/** The list's state in the address. `sort` is a column, with `-` in front for descending. */
export interface AssistantListSearch {
  q?: string;
  sort?: SortColumn | `-${SortColumn}`;
  /** The create dialog is open. */
  new?: true;
  /** Id of the template selected in it. */
  template?: string;
}

export function assistantListSearch(search: Record<string, unknown>): AssistantListSearch {
  const sort = SORT_COLUMNS.flatMap((column) => [column, `-${column}`] as const).find((each) => each === search.sort);
  // The router parses digits as a number.
  const q = typeof search.q === "number" ? String(search.q) : search.q;
  return {
    ...(typeof q === "string" && q !== "" ? { q } : {}),
    ...(sort ? { sort } : {}),
    ...(search.new === true ? { new: true } : {}),
    ...(typeof search.template === "string" ? { template: search.template } : {}),
  };
}

export const EDITOR_TABS = ["assistant", "tools", "hooks", "messages", "analysis", "advanced", "json", "versions"] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

/** The editor's state in the address. Without a tab, the first one is open. `phone` opens the Handset. */
export interface AssistantSearch {
  tab?: EditorTab;
  /** The request that opens the Talk panel; see `talk-request.ts`. */
  talk?: string;
  phone?: true;
  /** The compared versions. */
  from?: string;
  to?: string;
}

export function assistantSearch(search: Record<string, unknown>): AssistantSearch {
  const tab = EDITOR_TABS.find((each) => each === search.tab);
  const { from, to } = search;
  return {
    ...(tab ? { tab } : {}),
    ...(typeof search.talk === "string" ? { talk: search.talk } : search.phone === true ? { phone: true } : {}),
    ...(typeof from === "string" ? { from } : {}),
    ...(typeof to === "string" ? { to } : {}),
  };
}
