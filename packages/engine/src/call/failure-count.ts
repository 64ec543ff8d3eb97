import { providerFailedReason } from "@callwright/contract";

export type FailingPart = "model" | "voice" | "transcriber";

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
