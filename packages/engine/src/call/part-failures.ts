import { providerFailedReason } from "@callwright/contract";
import type { Report } from "./call-reporter.ts";

type FailingPart = "model" | "voice" | "transcriber";

const REASON_PART = { model: "llm", voice: "voice", transcriber: "transcriber" } as const;
/** Failures in a row that end a call. */
const FAILURES_MAX = 3;

/** Counts consecutive failures of each part. */
export class FailureCount {
  #counts: Record<FailingPart, number> = { model: 0, voice: 0, transcriber: 0 };

  /** The ended reason, when the limit is reached. */
  failed(part: FailingPart, provider: string): string | undefined {
    this.#counts[part] += 1;
    return this.#counts[part] >= FAILURES_MAX ? providerFailedReason(provider, REASON_PART[part]) : undefined;
  }

  succeeded(part: FailingPart): void {
    this.#counts[part] = 0;
  }
}

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
