import type { HistoryItem } from "@callwright/contract";
import { isRecord, wordsOfName } from "./schema.ts";

const RESULTS_MAX = 10;

/** The value of this name in the latest JSON result of a tool: the `customerId` that a search has found. */
export function idInResults(history: readonly HistoryItem[], name: string): unknown {
  const results = history
    .flatMap((item) => (item.type === "tool" && item.answer && !item.answer.failed ? [item.answer.result] : []))
    .slice(-RESULTS_MAX);
  for (const result of results.reverse()) {
    const found = valueNamed(parsed(result), wordsOfName(name), 3);
    if (found !== undefined) return found;
  }
  return undefined;
}

function valueNamed(value: unknown, words: string, depth: number): unknown {
  if (depth === 0 || !isRecord(value)) return undefined;
  for (const [field, each] of Object.entries(value))
    if (wordsOfName(field) === words && (typeof each === "string" || typeof each === "number")) return each;
  return Object.values(value)
    .map((each) => valueNamed(each, words, depth - 1))
    .find((found) => found !== undefined);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
