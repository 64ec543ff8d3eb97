import type { NowMs } from "../model/call-clock.ts";
import { WorkBudget } from "./work-budget.ts";

export interface WorkAllowanceOptions {
  /** Steps of one piece of work. */
  each: number;
  /** Steps at once. */
  burst: number;
  /** Steps that are gained a second, up to `burst`. */
  perSecond: number;
}

/** The work that one call may cost the thread that carries the sound of all calls. */
export class WorkAllowance {
  readonly #options: WorkAllowanceOptions;
  readonly #now: NowMs;
  #steps: number;
  #countedAtMs: number;

  constructor(options: WorkAllowanceOptions, now: NowMs) {
    this.#options = options;
    this.#now = now;
    this.#steps = options.burst;
    this.#countedAtMs = now();
  }

  /** Does a piece of work with a budget, which is smaller when the call has had much work lately. */
  use<Result>(work: (budget: WorkBudget) => Result): Result {
    const { each, burst, perSecond } = this.#options;
    const nowMs = this.#now();
    this.#steps = Math.min(burst, this.#steps + ((nowMs - this.#countedAtMs) / 1000) * perSecond);
    this.#countedAtMs = nowMs;
    const left = Math.floor(this.#steps);
    const budget = left < each ? new WorkBudget(left, "steps", burst) : new WorkBudget(each);
    try {
      return work(budget);
    } finally {
      // What would have exceeded the budget was not done.
      this.#steps -= Math.min(budget.spent, budget.limit);
    }
  }
}
