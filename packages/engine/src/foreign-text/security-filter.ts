import type { SecurityFilterPlan } from "@callwright/contract";
import { RE2Set } from "re2js";
import { openPattern, type PatternSearch } from "./linear-regex.ts";
import { SECURITY_PATTERNS } from "./security-patterns.ts";
import { type BudgetExceeded, WorkBudget, withinBudget } from "./work-budget.ts";

/** A text after its filters. */
export interface FilteredText {
  text: string;
  /** Names of the filters that found something, of a pattern of the plan `regex: ` and the pattern; last, a limit that was exceeded. */
  filters: string[];
}

export type SecurityFilter = (text: string, budget?: WorkBudget) => FilteredText;

/** Names the filter in `BudgetExceeded`. */
export const SECURITY_FILTER_RULE = "securityFilter";
/** The limit of one text without the caller's budget, in steps: about 10 ms. */
const TEXT_STEPS = 3_000_000;

/** The field of an event about filtered words. */
export function filteredBy(filters: string[]): { filtered?: string[] } {
  return filters.length > 0 ? { filtered: filters } : {};
}

const DEFAULT_REPLACEMENT = "[FILTERED]";
/** Removing a match can put together another one. */
const PASSES_MAX = 5;
/** Invisible characters that split words. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g;

/** Memory of the state machine of one built-in filter, in bytes. It is cleared when it is full. */
const SET_MEMORY_BYTES = 1024 * 1024;

interface NamedFilter {
  name: string;
  /** The patterns that match. */
  matching(text: string, budget: WorkBudget): readonly PatternSearch[];
}

const builtIn = new Map<string, NamedFilter>();

/** Filters the caller's words, before model and tools read them. Undefined if the plan is off. A text over the budget is replaced as a whole. */
export function createSecurityFilter(plan: SecurityFilterPlan | undefined): SecurityFilter | undefined {
  const filter = openSecurityFilter(plan);
  return (
    plan &&
    filter &&
    ((text, budget) =>
      withinBudget(
        SECURITY_FILTER_RULE,
        () => filter(text, budget),
        (exceeded) => rejectedText(plan, exceeded),
      ))
  );
}

/** As `createSecurityFilter`, but throws `OverBudget`. */
export function openSecurityFilter(plan: SecurityFilterPlan | undefined): SecurityFilter | undefined {
  if (!plan?.enabled) return undefined;
  const { mode = "sanitize" } = plan;
  const filters = namedFilters(plan);
  return (written, budget = new WorkBudget(TEXT_STEPS)) => {
    const plain = written.normalize("NFKC").replace(INVISIBLE, "");
    const names = filters.filter(({ matching }) => matching(plain, budget).length > 0).map(({ name }) => name);
    if (names.length === 0) return { text: written, filters: [] };
    if (mode === "reject") return { text: rejectionOf(plan), filters: names };
    const text = cutOut(plain, filters, mode === "replace" ? (plan.replacementText ?? DEFAULT_REPLACEMENT) : "", budget);
    return { text: text.trim() === "" ? rejectionOf(plan) : text, filters: names };
  };
}

/** The replacement of a text that is too costly to filter: it counts as filtered. */
export function rejectedText(plan: SecurityFilterPlan, { limit }: Pick<BudgetExceeded, "limit">): FilteredText {
  return { text: rejectionOf(plan), filters: [`limit: ${limit}`] };
}

/** A turn without words would make the model answer the previous words. */
function rejectionOf({ replacementText }: SecurityFilterPlan): string {
  return replacementText || DEFAULT_REPLACEMENT;
}

function namedFilters({ filters = [] }: SecurityFilterPlan): NamedFilter[] {
  const all = Object.keys(SECURITY_PATTERNS) as (keyof typeof SECURITY_PATTERNS)[];
  const wanted = filters.length > 0 ? filters : all.map((type) => ({ type }));
  return wanted.flatMap((filter): NamedFilter[] => {
    if (filter.type !== "regex") return [builtInFilter(filter.type)];
    const pattern = openPattern(filter.regex);
    // The API refuses such a pattern, so it is never stored.
    if (typeof pattern === "string") return [];
    return [{ name: `regex: ${filter.regex}`, matching: (text, budget) => (hasSpan(pattern, text, budget) ? [pattern] : []) }];
  });
}

function hasSpan(pattern: PatternSearch, text: string, budget: WorkBudget): boolean {
  for (const _ of pattern.spans(text, budget)) return true;
  return false;
}

/** Tests a text for all patterns of a built-in filter in one pass. Compiled once in a process. */
function builtInFilter(name: keyof typeof SECURITY_PATTERNS): NamedFilter {
  const known = builtIn.get(name);
  if (known) return known;
  const set = new RE2Set(RE2Set.UNANCHORED, 0, SET_MEMORY_BYTES);
  const patterns = SECURITY_PATTERNS[name].map((source) => {
    const pattern = openPattern(source);
    if (typeof pattern === "string") throw new Error(`the pattern ${source} ${pattern}`);
    set.add(pattern.source);
    return pattern;
  });
  set.compile();
  const filter: NamedFilter = {
    name,
    matching(text, budget) {
      budget.spend((text.length + 1) * patterns.length);
      return set.match(text).flatMap((index) => patterns[index] ?? []);
    },
  };
  builtIn.set(name, filter);
  return filter;
}

function cutOut(written: string, filters: readonly NamedFilter[], replacement: string, budget: WorkBudget): string {
  let text = written;
  for (let pass = 0; pass < PASSES_MAX; pass += 1) {
    const before = text;
    for (const { matching } of filters)
      for (const pattern of matching(text, budget)) text = withoutSpans(text, pattern.spans(text, budget), replacement);
    if (text === before) return text.replace(/ {2,}/g, " ").trim();
    // The replacement itself may match a pattern of the plan.
    if (replacement !== "") return text;
  }
  return "";
}

function withoutSpans(text: string, spans: Iterable<readonly [number, number]>, replacement: string): string {
  let kept = "";
  let from = 0;
  for (const [start, end] of spans) {
    kept += text.slice(from, start) + replacement;
    from = end;
  }
  return kept + text.slice(from);
}
