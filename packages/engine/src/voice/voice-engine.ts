import type { CallEvent, ClientMessage } from "@callwright/contract";
import type { CallEnd, CallSpec } from "./call-host-protocol.ts";

export interface VoiceCallListener {
  /** The caller is connected; epoch milliseconds of 0 on the call's clock. */
  onJoined(startedAtMs: number): void;
  /** In order of `seq`, without gaps. */
  onEvents(events: CallEvent[]): void;
  /** Exactly once, after the last events. */
  onEnded(end: Omit<CallEnd, "callId">): void;
}

export interface VoiceCall {
  /** Answers the caller's WebRTC offer. Fails with `OfferError`. */
  offer(sdp: string): Promise<string>;
  /** What a client could send as an app message, from the server's side. */
  control(message: ClientMessage): void;
  /** Without effect on a call that is over. */
  end(endedReason: string): void;
}

/** Holds calls: hears, takes turns, speaks, records, tells what happened. What it is built on is not seen from outside. */
export interface VoiceEngine {
  /** Loads what every call needs, so that none waits for it. */
  warm(): Promise<void>;
  startCall(spec: CallSpec, listener: VoiceCallListener): VoiceCall;
  /** Resolves when what the ended calls held is released. */
  released(): Promise<void>;
}
