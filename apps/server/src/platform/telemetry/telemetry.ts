import type { Turn } from "@callwright/contract";

/** What the events of a call say, apart from words. */
export interface CallMeasure {
  /** Turns that the caller began and that were answered: nobody waits for a greeting. */
  turns: readonly Turn[];
  failures: readonly { part: string; provider: string }[];
}

export interface EndedCall {
  callId: string;
  endedReason: string;
  measure: CallMeasure;
}

/** Tells the operator's tools about calls. */
export interface CallTelemetry {
  /** Called once for each call, by the node that stored its end, afterwards. Must not fail. */
  callEnded(ended: EndedCall): void;
}
