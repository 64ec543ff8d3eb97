import type { SecurityFilterPlan } from "@callwright/contract";
import { openPattern, type PatternSearch } from "./linear-regex.ts";
import { SECURITY_PATTERNS } from "./security-patterns.ts";

/** A text after its filters. */
export interface FilteredText {
  text: string;
  /** Names of the filters that found something; of a pattern of the plan `regex: ` and the pattern. */
  filters: string[];
}

export type SecurityFilter = (text: string) => FilteredText;

/** The field of an event about filtered words. */
export function filteredBy(filters: string[]): { filtered?: string[] } {
  return filters.length > 0 ? { filtered: filters } : {};
}

const DEFAULT_REPLACEMENT = "[FILTERED]";
/** Removing a match can put together another one. */
const PASSES_MAX = 5;
/** Invisible characters that split words. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;

interface NamedFilter {
  name: string;
  patterns: readonly PatternSearch[];
}

const compiled = new Map<string, PatternSearch>();

/** Filters what callers say and write, before model and tools read it. Undefined when the plan is off. */
export function createSecurityFilter(plan: SecurityFilterPlan | undefined): SecurityFilter | undefined {
  if (!plan?.enabled) return undefined;
  const { mode = "sanitize" } = plan;
  const replacement = plan.replacementText ?? DEFAULT_REPLACEMENT;
  const filters = namedFilters(plan);
  return (written) => {
    const plain = written.normalize("NFKC").replace(INVISIBLE, "");
    const found = filters.filter(({ patterns }) => patterns.some((pattern) => pattern.spans(plain).length > 0));
    if (found.length === 0) return { text: written, filters: [] };
    const names = found.map(({ name }) => name);
    if (mode === "reject") return { text: replacement || DEFAULT_REPLACEMENT, filters: names };
    const text = cutOut(plain, filters, mode === "replace" ? replacement : "");
    // A turn without words would have the model answer what was said before.
    return { text: text.trim() === "" ? replacement || DEFAULT_REPLACEMENT : text, filters: names };
  };
}

function namedFilters({ filters = [] }: SecurityFilterPlan): NamedFilter[] {
  const all = Object.keys(SECURITY_PATTERNS) as (keyof typeof SECURITY_PATTERNS)[];
  const wanted = filters.length > 0 ? filters : all.map((type) => ({ type }));
  return wanted.flatMap((filter): NamedFilter[] => {
    if (filter.type !== "regex") return [{ name: filter.type, patterns: SECURITY_PATTERNS[filter.type].map(compile) }];
    const pattern = openPattern(filter.regex);
    // Writes with such a pattern are refused.
    return typeof pattern === "string" ? [] : [{ name: `regex: ${filter.regex}`, patterns: [pattern] }];
  });
}

function compile(source: string): PatternSearch {
  const known = compiled.get(source) ?? openPattern(source);
  if (typeof known === "string") throw new Error(`the pattern ${source} ${known}`);
  compiled.set(source, known);
  return known;
}

function cutOut(written: string, filters: readonly NamedFilter[], replacement: string): string {
  let text = written;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const before = text;
    for (const { patterns } of filters)
      for (const pattern of patterns) text = withoutSpans(text, pattern.spans(text), replacement);
    if (text === before) return text.replace(/ {2,}/g, " ").trim();
    // The replacement itself may match a pattern of the plan.
    if (replacement !== "") return text;
  }
  return "";
}

function withoutSpans(text: string, spans: readonly (readonly [number, number])[], replacement: string): string {
  let kept = "";
  let from = 0;
  for (const [start, end] of spans) {
    kept += text.slice(from, start) + replacement;
    from = end;
  }
  return kept + text.slice(from);
}
