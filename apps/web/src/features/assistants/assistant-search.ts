import { flag, oneOf, searchOf, text, texts, typed } from "../../kit/search-params.ts";

/** The list's state in the address. */
export const assistantListSearch = searchOf({
  q: typed,
  /** A column, with `-` in front for descending. */
  sort: text,
  selected: texts,
  /** The create dialog is open. */
  new: flag,
  /** Id of the template selected in it. */
  template: text,
});

export const EDITOR_TABS = ["assistant", "tools", "hooks", "messages", "analysis", "advanced", "json", "versions"] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

const readAssistantSearch = searchOf({
  /** Without a tab, the first one is open. */
  tab: oneOf(EDITOR_TABS),
  /** The request that opens the Talk panel; see `talk-request.ts`. */
  talk: text,
  /** The Handset is open. */
  phone: flag,
  /** The field that gets the focus. */
  focus: oneOf(["prompt"]),
  /** The compared versions. */
  from: text,
  to: text,
});

/** The editor's state in the address. The Talk panel has precedence over the Handset. */
export function assistantSearch(search: Record<string, unknown>): ReturnType<typeof readAssistantSearch> {
  const { phone, ...read } = readAssistantSearch(search);
  return phone && read.talk === undefined ? { ...read, phone } : read;
}
