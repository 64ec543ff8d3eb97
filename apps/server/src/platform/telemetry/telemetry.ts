import type { Turn } from "@callwright/contract";

/** The measurements in the events of a call, without words. */
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
