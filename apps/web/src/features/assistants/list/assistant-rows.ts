import {
  type Assistant,
  type AssistantFigures,
  type Model,
  OFFLINE_VOICES,
  UNPUBLISHED_VERSION,
  type Voice,
} from "@callwright/contract";
import { humanValue } from "../../../kit/field-names.ts";

export const SORT_COLUMNS = ["name", "model", "voice", "updated"] as const;
export type SortColumn = (typeof SORT_COLUMNS)[number];

/** A row of the list. The shown texts are also the sort keys. */
export interface AssistantRow {
  id: string;
  name: string;
  model: string;
  voice: string;
  isUnpublished: boolean;
  compliancePlan?: Assistant["compliancePlan"];
  /** Of the last 30 days; undefined without a call in them. */
  figures: AssistantFigures | undefined;
  /** ISO 8601. */
  updatedAt: string;
}

/** Labels of unset parts. */
export interface RowWords extends ProviderWords {
  unnamed: string;
  notSet: string;
}

export function toRow(assistant: Assistant, words: RowWords, figures?: AssistantFigures): AssistantRow {
  return {
    id: assistant.id,
    name: assistant.name ?? words.unnamed,
    model: assistant.model ? modelLabel(assistant.model, words) : words.notSet,
    voice: assistant.voice ? voiceLabel(assistant.voice, words) : words.notSet,
    figures,
    isUnpublished: assistant.latestVersion === UNPUBLISHED_VERSION,
    compliancePlan: assistant.compliancePlan,
    updatedAt: assistant.updatedAt,
  };
}

/** Numbers in names are compared by value ("Agent 9" before "Agent 10"). The sort is stable. */
export function sortRows(
  rows: readonly AssistantRow[],
  sort: SortColumn | `-${SortColumn}` | undefined,
): readonly AssistantRow[] {
  if (sort === undefined) return rows;
  const descending = sort.startsWith("-");
  const column = sort.replace("-", "") as SortColumn;
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const compare =
    column === "updated"
      ? (a: AssistantRow, b: AssistantRow) => a.updatedAt.localeCompare(b.updatedAt)
      : (a: AssistantRow, b: AssistantRow) => order.compare(a[column], b[column]);
  return rows.toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)));
}

/** Labels of parts without a provider name. */
interface ProviderWords {
  builtInModel: string;
  ownServer: string;
  offline: string;
}

/** One short line: "OpenAI · gpt-4.1-mini". */
function modelLabel(model: Model, words: ProviderWords): string {
  if (model.provider === "callwright") return words.builtInModel;
  if (model.provider === "custom-llm") return `${words.ownServer} · ${model.model}`;
  return `${humanValue(model.provider)} · ${model.model}`;
}

/** One short line: "Offline · Slt". */
function voiceLabel(voice: Voice, words: ProviderWords): string {
  if (voice.provider !== "callwright") return `${humanValue(voice.provider)} · ${voice.voiceId}`;
  return `${words.offline} · ${OFFLINE_VOICES.find(({ id }) => id === voice.voiceId)?.name ?? voice.voiceId}`;
}
