import { addUsages, type Usage } from "@callwright/contract";
import type { Report } from "./call-reporter.ts";

/** Usage is gathered for this time, then reported. A killed server loses no more than that. */
const GATHER_MS = 5_000;

/** Sums the usage of a call's parts, and reports it after each request to a model, from time to time, and at the end. */
export class UsageMeter {
  readonly #report: Report;
  #gathered: Usage[] = [];
  #total: Usage[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(report: Report) {
    this.#report = report;
  }

  add(usage: Usage): void {
    this.#gathered = addUsages([...this.#gathered, usage]);
    // A trace has the tokens of each request.
    if (usage.part === "model") this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), GATHER_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const usages = this.#gathered;
    if (usages.length === 0) return;
    this.#gathered = [];
    this.#total = addUsages([...this.#total, ...usages]);
    this.#report({ type: "usage-counted", usages, total: this.#total });
  }
}
