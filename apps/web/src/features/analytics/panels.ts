import type { messages } from "../../messages/messages.ts";
import { type AnalyticsSearch, analyticsSearch, type Preset, type ValueName } from "./analytics-search.ts";

/** A chart of a dashboard: a query without its time range, which is the dashboard's. */
export interface Panel {
  title: string;
  search: AnalyticsSearch;
}

export const MAX_PANELS = 20;

/** Its title is the key of a text. */
interface PresetPanel {
  title: keyof (typeof messages)["analytics"]["panels"];
  search: AnalyticsSearch;
}

const segment = (name: string): ValueName => `avg:responseTime.${name}` as ValueName;

export const PRESET_PANELS: Readonly<Record<Preset, readonly PresetPanel[]>> = {
  calls: [
    { title: "callsOverTime", search: { values: ["count:id"] } },
    { title: "minutesOverTime", search: { values: ["sum:minutesUsed"] } },
    { title: "callsByAssistant", search: { values: ["count:id"], groupBy: ["assistantId"], step: "none" } },
    { title: "callsByReason", search: { values: ["count:id"], groupBy: ["endedReason"], step: "none" } },
  ],
  success: [
    { title: "successOverTime", search: { values: ["count:id"], groupBy: ["analysis.successEvaluation"] } },
    {
      title: "successByAssistant",
      search: { values: ["count:id"], groupBy: ["assistantId", "analysis.successEvaluation"], step: "none" },
    },
  ],
  cost: [
    { title: "costOverTime", search: { values: ["sum:cost"] } },
    { title: "costByPart", search: { values: ["sum:costBreakdown.llm", "sum:costBreakdown.stt", "sum:costBreakdown.tts"] } },
    { title: "costByAssistant", search: { values: ["avg:cost"], groupBy: ["assistantId"], step: "none" } },
  ],
  latency: [
    { title: "responseOverTime", search: { values: ["p50:responseTime", "p95:responseTime"] } },
    { title: "segments", search: { values: ["endpointing", "transcript", "model", "tool", "voice", "transport"].map(segment) } },
    { title: "responseByAssistant", search: { values: ["p95:responseTime"], groupBy: ["assistantId"], step: "none" } },
  ],
  tools: [
    { title: "toolsOverTime", search: { values: ["sum:toolCalls", "sum:toolErrors"] } },
    { title: "toolErrorsByAssistant", search: { values: ["sum:toolErrors"], groupBy: ["assistantId"], step: "none" } },
  ],
};

/** The panels of a saved dashboard. Entries that this release does not know are left out: a newer one may have saved them. */
export function panelsOf(state: Record<string, unknown>): Panel[] {
  const { panels } = state;
  if (!Array.isArray(panels)) return [];
  return panels.slice(0, MAX_PANELS).flatMap((each: unknown) => {
    const { title, search } = (each ?? {}) as { title?: unknown; search?: unknown };
    if (typeof title !== "string" || typeof search !== "object" || search === null) return [];
    return [{ title, search: analyticsSearch({ ...search }) }];
  });
}
