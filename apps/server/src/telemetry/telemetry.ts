import type { CallMeasure } from "../calls/measure-call.ts";

export interface EndedCall {
  callId: string;
  endedReason: string;
  measure: CallMeasure;
}

/** Tells the operator's tools about calls. */
export interface CallTelemetry {
  /** Once for each call, by the node that stored its end, after that. Must not fail. */
  callEnded(ended: EndedCall): void;
}
