import type { NowMs } from "../model/call-clock.ts";
import { TokenBucket, type TokenBucketOptions } from "../model/token-bucket.ts";
import { WorkBudget } from "./work-budget.ts";

/** In steps. */
export interface WorkAllowanceOptions extends TokenBucketOptions {
  /** The limit of one piece of work. */
  each: number;
}

/** The limit of one call's work on the thread that carries the sound of all calls. */
export class WorkAllowance {
  readonly #options: WorkAllowanceOptions;
  readonly #steps: TokenBucket;

  constructor(options: WorkAllowanceOptions, now: NowMs) {
    this.#options = options;
    this.#steps = new TokenBucket(options, now);
  }

  /** Does a piece of work with a budget, which is smaller when the call has had much work lately. */
  use<Result>(work: (budget: WorkBudget) => Result): Result {
    const { each, burst } = this.#options;
    const left = Math.floor(this.#steps.left);
    const budget = left < each ? new WorkBudget(left, "steps", burst) : new WorkBudget(each);
    try {
      return work(budget);
    } finally {
      // Work beyond the budget was not done, and is not counted.
      this.#steps.spend(Math.min(budget.spent, budget.limit));
    }
  }
}
