import type { CallEvent, PartialLine } from "@callwright/contract";
import type { DialOrder } from "./phone/call-transfer.ts";

/** How a call ended. Its recording is closed by then. */
export interface CallEnd {
  callId: string;
  endedReason: string;
  /** An explanation for people, if the reason alone is not enough. */
  message?: string;
  /** Epoch milliseconds. */
  endedAtMs: number;
  hasRecording: boolean;
}

export interface CallListener {
  /** The caller is connected. Epoch milliseconds of 0 on the call's clock. */
  onJoined(startedAtMs: number): void;
  /** In order of `seq`, without gaps. */
  onEvents(events: CallEvent[]): void;
  /** Lines that changed since the last time. */
  onPartial(lines: PartialLine[]): void;
  /** Another telephone is to be called for the call. */
  onDial(order: DialOrder): void;
  /** The telephone of the operator is no longer needed. */
  onHangUpOperator(): void;
  /** Exactly once, after the last events. */
  onEnded(end: Omit<CallEnd, "callId">): void;
}
