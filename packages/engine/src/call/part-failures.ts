import { providerFailedReason } from "@callwright/contract";
import type { PartName } from "../providers/provider.ts";
import type { Report } from "./call-reporter.ts";

const REASON_PART = { model: "llm", voice: "voice", transcriber: "transcriber" } as const;
/** Failures in a row that end a call. */
const FAILURES_MAX = 3;

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

/** Reports parts of a call that fail while the call continues. */
export class PartFailures {
  readonly #options: PartFailuresOptions;
  /** Consecutive failures. */
  readonly #counts: Record<PartName, number> = { model: 0, voice: 0, transcriber: 0 };

  constructor(options: PartFailuresOptions) {
    this.#options = options;
  }

  /** The part failed, and another one replaces it. */
  replaced(part: PartName, { provider, message }: Failure): void {
    this.#options.report({ type: "failure", part, provider, message });
    this.#options.onProblem(`${part} of ${provider} failed`);
  }

  failed(part: PartName, failure: Failure): void {
    this.replaced(part, failure);
    this.#counts[part] += 1;
    if (this.#counts[part] >= FAILURES_MAX) this.#options.onTooMany(providerFailedReason(failure.provider, REASON_PART[part]));
  }

  succeeded(part: PartName): void {
    this.#counts[part] = 0;
  }
}
