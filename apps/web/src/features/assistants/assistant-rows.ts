import type { Assistant } from "@callwright/contract";
import { modelLabel, type ProviderWords, voiceLabel } from "./provider-labels.ts";

export const SORT_COLUMNS = ["name", "model", "voice", "updated"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** One line of the list: what is shown is what is searched and sorted. */
export interface AssistantRow {
  id: string;
  name: string;
  model: string;
  voice: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** Words for what an assistant leaves out. */
export interface RowWords extends ProviderWords {
  unnamed: string;
  notSet: string;
}

export function toRow(assistant: Assistant, words: RowWords): AssistantRow {
  return {
    id: assistant.id,
    name: assistant.name ?? words.unnamed,
    model: assistant.model ? modelLabel(assistant.model, words) : words.notSet,
    voice: assistant.voice ? voiceLabel(assistant.voice, words) : words.notSet,
    updatedAt: assistant.updatedAt,
  };
}

/** The rows that hold every word of the search somewhere; an id is found by its beginning. */
export function filterRows(rows: readonly AssistantRow[], search: string): AssistantRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = `${row.name} ${row.model} ${row.voice}`.toLowerCase();
    return words.every((word) => text.includes(word) || row.id.startsWith(word));
  });
}

/** Names are compared as people read them ("Agent 9" before "Agent 10"); equal rows keep their order. */
export function sortRows(rows: readonly AssistantRow[], sort: SortColumn | `-${SortColumn}`): AssistantRow[] {
  const descending = sort.startsWith("-");
  const column = sort.replace("-", "") as SortColumn;
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const compare =
    column === "updated"
      ? (a: AssistantRow, b: AssistantRow) => a.updatedAt.localeCompare(b.updatedAt)
      : (a: AssistantRow, b: AssistantRow) => order.compare(a[column], b[column]);
  return rows.toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)));
}
