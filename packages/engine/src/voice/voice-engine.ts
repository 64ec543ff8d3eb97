import type { CallEvent, CallSupervisor, ClientMessage } from "@callwright/contract";
import type { CallEnd, CallSpec } from "./call-host-protocol.ts";
import type { PartialLine } from "./partial-lines.ts";

export interface VoiceCallListener {
  /** The caller is connected; epoch milliseconds of 0 on the call's clock. */
  onJoined(startedAtMs: number): void;
  /** In order of `seq`, without gaps. */
  onEvents(events: CallEvent[]): void;
  /** What is being said, as far as it is news. */
  onPartial(lines: PartialLine[]): void;
  /** Exactly once, after the last events. */
  onEnded(end: Omit<CallEnd, "callId">): void;
}

export interface VoiceCall {
  /** Answers the caller's WebRTC offer with a session. The newest one that gets connected is the caller's. Fails with `OfferError`. */
  offer(sdp: string): Promise<{ session: number; sdp: string }>;
  /** Answers an offer of the session's connection over another path (ICE restart). Fails with `OfferError`. */
  restart(session: number, sdp: string): Promise<string>;
  /** The session's caller hangs up. Answers whether the call goes on: it waits for the caller, who may return, or is on another session. */
  leave(session: number): boolean;
  /** What a client could send as an app message, from a supervisor's side. */
  control(message: ClientMessage, by: CallSupervisor): void;
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
