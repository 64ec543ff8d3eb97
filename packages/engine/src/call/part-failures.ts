import type { Report } from "./call-reporter.ts";
import { type FailingPart, FailureCount } from "./failure-count.ts";

interface Failure {
  provider: string;
  message: string;
}

export interface PartFailuresOptions {
  report: Report;
  /** For the host's log. */
  onProblem(message: string): void;
  /** The part has failed too often in a row. */
  onTooMany(endedReason: string): void;
}

/** Reports parts of a call that fail while the call goes on. */
export class PartFailures {
  readonly #options: PartFailuresOptions;
  readonly #count = new FailureCount();

  constructor(options: PartFailuresOptions) {
    this.#options = options;
  }

  /** The part failed and has a replacement. */
  replaced(part: FailingPart, { provider, message }: Failure): void {
    this.#options.report({ type: "failure", part, provider, message });
    this.#options.onProblem(`${part} of ${provider} failed`);
  }

  failed(part: FailingPart, failure: Failure): void {
    this.replaced(part, failure);
    const endedReason = this.#count.failed(part, failure.provider);
    if (endedReason) this.#options.onTooMany(endedReason);
  }

  succeeded(part: FailingPart): void {
    this.#count.succeeded(part);
  }
}
