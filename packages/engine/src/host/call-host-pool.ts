import type { CallControl, CallEvent, CallSupervisor, ClientMessage, PartialLine } from "@callwright/contract";
import type { CallEnd } from "../call/call-listener.ts";
import type { CallSpec } from "../call/call-spec.ts";
import type { DialOrder, OperatorEnd } from "../call/phone/call-transfer.ts";
import type { CarrierInput } from "../media/carrier-transport.ts";
import type { PhoneScript } from "../media/phone-script.ts";
import type { SocketCaller, SocketInput } from "../media/socket-transport.ts";
import type { EndpointingAdvice } from "../speech/endpointing-server.ts";
import type { CallHostSettings } from "./call-host-protocol.ts";
import type { RunAct } from "./host-acts.ts";

export interface PoolLogEntry {
  level: "info" | "warn" | "error";
  message: string;
  callId?: string;
  detail?: Record<string, unknown>;
}
/** Ids, counts and causes; never spoken words. */
export type PoolLog = (entry: PoolLogEntry) => void;

export interface CallHostPoolOptions {
  settings: CallHostSettings;
  /** The server's own keys by provider id. A host gets only those that its calls use. */
  serverKeys: Readonly<Record<string, string>>;
  /** About ten calls keep one core busy. */
  maxCallsPerHost: number;
  maxHosts: number;
  log: PoolLog;
  /** The caller is connected; 0 on the call's clock. */
  onJoined(callId: string, startedAtMs: number): void;
  /** In order of `seq`, without gaps, in batches. */
  onEvents(callId: string, events: CallEvent[]): void;
  /** Lines of a call that changed, at most ten times a second. */
  onPartial(callId: string, lines: PartialLine[]): void;
  /** A call is transferred: this telephone is to be called. `offer` or `play` with `ofOperator` follow, or `operatorGone`. Default: none is. */
  onDial?(callId: string, order: DialOrder): void;
  onHangUpOperator?(callId: string): void;
  /** Runs a tool of a call. An aborted signal means that nobody needs the outcome. */
  act: RunAct;
  /** Asks the endpointing server of a call's assistant. Must not fail. */
  adviseEndpointing: (callId: string, customerText: string) => Promise<EndpointingAdvice>;
  /** Exactly once for every call that `start` resolved for, after its last events. */
  onEnded(end: CallEnd): void;
  /** How long an empty host is kept while another host has a free place. Default 30 s. */
  idleHostMs?: number;
  /** How long a caller waits for a starting host. Default 50 s. */
  callerWaitMs?: number;
  /** How long a host may take to start. Default 120 s. */
  hostStartMs?: number;
}

/** What a caller's websocket sends: each 20 ms of the agent in base64, and messages of the data channels. */
export interface SocketListener {
  onSound(sound: string): void;
  onText(text: string, channel: string): void;
  /** The call does not need the websocket any more. Not called when the host dies. */
  onClosed(): void;
}

/** Holds calls for the server. */
export interface CallHostPool {
  /** Starts a host ahead of the first call; resolves when it can take calls. Fails with `call-host-unavailable`. */
  warm(): Promise<void>;
  /** Places the call on a host. Fails with `at-capacity` or `call-host-unavailable`. */
  start(spec: CallSpec): Promise<void>;
  /**
   * Answers the caller's WebRTC offer (non-trickle SDP in, SDP out) with a session. The newest connected session is the caller's.
   * Fails with `call-not-joinable` (no such call), `rate-limited`, `validation-failed` (the SDP), `call-taken-over` (a newer offer
   * arrived) or `call-host-unavailable`.
   */
  offer(callId: string, sdp: string, ofOperator?: boolean): Promise<{ session: number; sdp: string }>;
  /** The far end of a phone call is called over WebRTC: an SDP offer for it. Fails like `offer`, but for `rate-limited`. */
  makeOffer(callId: string, ofOperator?: boolean): Promise<string>;
  /** The far end has picked up, with this SDP answer, or it still rings (`isEarly`) and answers again later. Fails like `makeOffer`. */
  takeAnswer(callId: string, sdp: string, ofOperator?: boolean, isEarly?: boolean): Promise<void>;
  /** The caller's telephone holds the call, or takes it back. A held call is not ended by its silence, and the assistant hears nothing of it. */
  hold(callId: string, isHeld: boolean): void;
  /**
   * Whether the server itself sends the keys of the assistant to the caller's telephone, after each event `keys.sent`. The host is then silent for as
   * long as their tones would last. Default: it plays the tones.
   */
  signalKeys(callId: string, areSignaled: boolean): void;
  /** The signaling of a phone call reports a key. No effect when its tones were heard just now. */
  press(callId: string, key: string, ofOperator?: boolean): void;
  /** The carrier of a phone call has found out who answered: `human`, `machine_start`, `machine_end_beep` … */
  answeredBy(callId: string, who: string): void;
  /**
   * Answers another offer of a session's connection, such as one over another path (ICE restart). Session 0 is the one of a telephone, which has no
   * other. Fails like `offer`, but for `rate-limited`.
   */
  restart(callId: string, session: number, sdp: string): Promise<string>;
  /** The session's caller hangs up. True if the call continues without the session; false also if its host does not answer. */
  leave(callId: string, session: number): Promise<boolean>;
  /** Sends a supervisor's message to the call; its events name the supervisor. False when there is no such call. */
  control(callId: string, message: CallControl | ClientMessage, by: CallSupervisor): boolean;
  /** Plays this script as the far end of a phone call, or adds these steps to its script. Has no effect on an ended call. */
  play(callId: string, script: PhoneScript, ofOperator?: boolean): void;
  /** The telephone of a transfer did not answer, has hung up, or is connected without this host. */
  operatorGone(callId: string, why: OperatorEnd): void;
  /**
   * The far end of a phone call is a carrier's stream: `onSound` gets each 20 ms of the agent (8 kHz µ-law, in base64). Returns what takes the
   * carrier's side. Has no effect on an ended call.
   */
  openCarrier(callId: string, onSound: (sound: string) => void, ofOperator?: boolean): (input: CarrierInput) => void;
  /**
   * Both sides of the call from now on, in pieces of 100 ms: stereo 16 kHz PCM, 16 bits little-endian, in base64, the caller left. `undefined`
   * ends it. Has no effect on an ended call.
   */
  listen(callId: string, onPiece: ((piece: string) => void) | undefined): void;
  /**
   * The caller is behind a websocket, the newest of a page. Returns what takes its input. Has no effect on an ended call. Fails with
   * `rate-limited`.
   */
  openSocket(callId: string, caller: SocketCaller, listener: SocketListener): (input: SocketInput) => void;
  /** Ends the call; `onEnded` follows. `message` says more than the reason. Has no effect on an ended call. */
  end(callId: string, endedReason: string, message?: string): void;
  /** Calls on hosts, including calls whose host is still starting. */
  readonly calls: number;
  readonly hostPids: number[];
  /** How late the latest host's event loop was in each half second of the last 3 s at least, in milliseconds. 0: no host is late. */
  readonly loopDelayMs: number;
  /** Ends every call, then every host. */
  close(endedReason: string): Promise<void>;
}
