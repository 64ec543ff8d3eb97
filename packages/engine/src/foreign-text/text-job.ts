import type { SecurityFilterPlan } from "@callwright/contract";
import { openPattern, type PatternMatch } from "./linear-regex.ts";
import { createSecurityFilter, type FilteredText } from "./security-filter.ts";
import { type BudgetExceeded, OverBudget, WorkBudget } from "./work-budget.ts";

/** Work on foreign text for a separate thread. `steps`: the budget of the whole job. */
export type TextJob =
  | { type: "filter"; plan: SecurityFilterPlan; texts: readonly string[]; steps: number }
  | { type: "find"; pattern: string; text: string; max: number; steps: number };

export interface TextResults {
  /** The result for each text. A text over the budget is replaced as a whole. */
  filter: FilteredText[];
  find: PatternMatch[];
}

/** The answer of the thread. */
export type TextAnswer =
  | { result: TextResults[keyof TextResults]; exceeded: BudgetExceeded[] }
  | { overBudget: string }
  | { error: string };

/** Throws `OverBudget` if no part of the job has a result without it. */
function runTextJob(job: TextJob): TextResults[keyof TextResults] {
  const budget = new WorkBudget(job.steps);
  if (job.type === "filter") {
    const filter = createSecurityFilter(job.plan);
    return job.texts.map((text) => filter?.(text, budget) ?? { text, filters: [] });
  }
  const search = openPattern(job.pattern);
  if (typeof search === "string") throw new Error(`the pattern ${search}`);
  return search.find(job.text, job.max, budget);
}

export function answerTextJob(job: TextJob, exceeded: BudgetExceeded[]): TextAnswer {
  try {
    return { result: runTextJob(job), exceeded };
  } catch (error) {
    if (error instanceof OverBudget) return { overBudget: error.limit };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
