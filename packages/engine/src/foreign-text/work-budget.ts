import { channel } from "node:diagnostics_channel";

/** The limit that a text exceeded: the name of a rule, never the text. */
export interface BudgetExceeded {
  /** What was applied to the text: `securityFilter`, `redaction`, `template`, a pattern … */
  rule: string;
  /** With its unit: `3000000 steps`. */
  limit: string;
}

/** Publishes a `BudgetExceeded` whenever a text was too costly. */
export const budgetExceeded = channel("callwright.budget-exceeded");

/** Of each rule one report in this time: a caller may send many costly texts. */
const REPORT_EVERY_MS = 60_000;

/** Reports to a process's log. Returns a function that ends the reports. */
export function reportCostlyTexts(report: (exceeded: BudgetExceeded) => void, now: () => number = Date.now): () => void {
  const reportedAt = new Map<string, number>();
  const onExceeded = (message: unknown) => {
    const exceeded = message as BudgetExceeded;
    if (now() - (reportedAt.get(exceeded.rule) ?? Number.NEGATIVE_INFINITY) < REPORT_EVERY_MS) return;
    reportedAt.set(exceeded.rule, now());
    report(exceeded);
  };
  budgetExceeded.subscribe(onExceeded);
  return () => void budgetExceeded.unsubscribe(onExceeded);
}

/** Thrown when a budget ends. The caller returns a safe result for its use. */
export class OverBudget extends Error {
  override name = "OverBudget";
  readonly limit: string;
  /** The budget had ended before. */
  readonly isRepeated: boolean;

  constructor(limit: string, isRepeated = false) {
    super(`The text was too costly: more than ${limit}.`);
    this.limit = limit;
    this.isRepeated = isRepeated;
  }
}

/**
 * The work that foreign text may cost. Of patterns it is counted in steps: one step is one instruction of a compiled pattern at one character,
 * and takes 2 to 5 ns. The same text costs the same on every machine.
 */
export class WorkBudget {
  readonly limit: number;
  readonly unit: "steps" | "characters" | "tags";
  readonly #stated: number;
  #spent = 0;

  /** `stated`: the limit that errors name. `limit` may be the rest of it. */
  constructor(limit: number, unit: "steps" | "characters" | "tags" = "steps", stated = limit) {
    this.limit = limit;
    this.unit = unit;
    this.#stated = stated;
  }

  get spent(): number {
    return this.#spent;
  }

  /** Call it before the work. Throws `OverBudget`, also each time after the first. */
  spend(work: number): void {
    const isRepeated = this.#spent > this.limit;
    this.#spent += work;
    if (this.#spent > this.limit) throw new OverBudget(`${this.#stated} ${this.unit}`, isRepeated);
  }
}

/** Returns `instead` if the work exceeds its budget, and publishes the rule, once for each budget. */
export function withinBudget<Result>(rule: string, work: () => Result, instead: (exceeded: BudgetExceeded) => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    const exceeded = { rule, limit: error.limit };
    if (!error.isRepeated) budgetExceeded.publish(exceeded);
    return instead(exceeded);
  }
}
