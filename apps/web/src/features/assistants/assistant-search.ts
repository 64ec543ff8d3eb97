import { PARTS } from "../../data/capabilities.ts";
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

export const EDITOR_TABS = ["assistant", "tools", "messages", "hooks", "analysis", "advanced", "versions", "json"] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

const readAssistantSearch = searchOf({
  /** Without a tab, the first one is open. */
  tab: oneOf(EDITOR_TABS),
  /** The request that opens the Talk panel; see `talk-request.ts`. */
  talk: text,
  /** The text chat is open. */
  chat: flag,
  /** The Handset is open. */
  phone: flag,
  /** The part whose sheet is open. */
  part: oneOf(PARTS),
  /** The field that gets the focus. */
  focus: oneOf(["prompt"]),
  /** The compared versions. */
  from: text,
  to: text,
});

/** The editor's state in the address. The Talk panel has precedence over the chat, and that over the Handset. */
export function assistantSearch(search: Record<string, unknown>): ReturnType<typeof readAssistantSearch> {
  const { chat, phone, ...read } = readAssistantSearch(search);
  if (read.talk !== undefined) return read;
  if (chat) return { ...read, chat };
  return phone ? { ...read, phone } : read;
}
