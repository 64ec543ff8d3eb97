import { providerFailedReason } from "@callwright/contract";

export type FailingPart = "model" | "voice" | "transcriber";

const REASON_PART = { model: "llm", voice: "voice", transcriber: "transcriber" } as const;
/** Failures in a row after which a call has no future. */
const FAILURES_MAX = 3;

/** Counts failures in a row, by part. */
export class FailureCount {
  #counts: Record<FailingPart, number> = { model: 0, voice: 0, transcriber: 0 };

  /** The ended reason, when it was one too many. */
  failed(part: FailingPart, provider: string): string | undefined {
    this.#counts[part] += 1;
    return this.#counts[part] >= FAILURES_MAX ? providerFailedReason(provider, REASON_PART[part]) : undefined;
  }

  succeeded(part: FailingPart): void {
    this.#counts[part] = 0;
  }
}
