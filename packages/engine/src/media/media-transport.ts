import type { CallEventPayload } from "@callwright/contract";
import type { CarrierStream } from "./carrier-transport.ts";
import type { ScriptedFarEnd } from "./phone-script.ts";
import type { SocketStream } from "./socket-transport.ts";

/**
 * How a caller's audio and messages reach a call host.
 *
 * ```
 *                                                   ┌───────── answers again ───────┐
 *                                                   ▼                               │
 *   new ── answer ──▶ connecting ── connected ──▶ open ── stops answering ──▶ interrupted
 *                         │                         │                           │ ▲ │
 *                         ├─ never-connected        ├─ close(), hung-up         │ └─┘ restart: another path is tried
 *                         ▼                         ▼                           ▼
 *                       closed ◀────────────────────┴────── close(), hung-up ───┘
 * ```
 * `hung-up`: the caller closed the connection. The user of an interrupted transport decides when to `close` it.
 */
export type TransportEnd = "hung-up" | "never-connected";

export interface TransportListener {
  onConnected(): void;
  /** The caller's side stopped answering this long ago. */
  onInterrupted(silentMs: number): void;
  /** It answers again. */
  onRestored(): void;
  /** A text channel can be written to. */
  onChannelOpen(channel: string): void;
  /** Mono 16 kHz, of any length; the listener owns it. */
  onAudio(pcm: Int16Array): void;
  onText(channel: string, text: string): void;
  /** A key of the telephone's keypad was pressed: 0–9, `*`, `#` or A–D. */
  onKey(key: string): void;
  /** Of a simulated caller: it has said this, or was stopped. */
  onSaid?(said: CallEventPayload<"line.said">): void;
  /** Called at most once, and not after `close()`. */
  onClosed(end: TransportEnd): void;
  /** Input from the connection could not be handled. */
  onFault(cause: unknown): void;
}

export interface TransportStats {
  packetsReceived: number;
  packetsLost: number;
  concealedSamples: number;
  roundTripMs?: number;
}

export interface MediaTransport {
  /** Plays 10 ms of mono 16 kHz to the caller. Call it once every 10 ms. */
  sendAudio(pcm: Int16Array): void;
  /** False when the channel is not open, the caller has stopped reading, or the text exceeds `maxTextBytes`. */
  sendText(channel: string, text: string): boolean;
  /** Longest text that the caller accepts, in bytes of UTF-8. */
  readonly maxTextBytes: number;
  /** Unsent text, in bytes. */
  readonly bufferedBytes: number;
  /** Of a caller's page that does not come by WebRTC. */
  readonly path?: CallEventPayload<"caller.path"> | undefined;
  stats(): Promise<TransportStats>;
  /** Answers another offer of the same connection, such as one over another path (an ICE restart); the channels stay open. Fails with `OfferError`. */
  restart(offerSdp: string): Promise<string>;
  /** Releases everything. */
  close(): void;
}

/**
 * Takes the answer of a telephone. `isEarly`: it still rings, and sends its network's sound meanwhile (early media); the answer is given again when
 * somebody picks up. Fails with `OfferError`.
 */
export type TakeAnswer = (answerSdp: string, isEarly?: boolean) => Promise<void>;

/** A telephone that is called over WebRTC: it gets an offer, and answers it when it is picked up, or before. */
export interface DialedPeer {
  /** Called once. */
  onOffered(take: TakeAnswer): void;
}

/**
 * How a call host reaches the caller: a WebRTC offer, a peer that gets one, what a scripted telephone does, a carrier's
 * stream, or a caller's websocket.
 */
export type FarEnd = string | DialedPeer | ScriptedFarEnd | CarrierStream | SocketStream;

/**
 * Runs `start` when the connection begins: at once, or when a dialed peer answers. A transcriber closes a connection that is silent for as long
 * as a telephone may ring.
 */
export function whenConnecting(
  farEnd: FarEnd,
  start: () => Promise<void>,
): { farEnd: FarEnd; started: Promise<void> | undefined } {
  if (!isDialedPeer(farEnd)) return { farEnd, started: start() };
  const onOffered: DialedPeer["onOffered"] = (take) =>
    farEnd.onOffered(async (answerSdp, isEarly) => void (await Promise.all([take(answerSdp, isEarly), isEarly || start()])));
  return { farEnd: { onOffered }, started: undefined };
}

export const isDialedPeer = (farEnd: FarEnd): farEnd is DialedPeer => typeof farEnd === "object" && "onOffered" in farEnd;

/**
 * - `offer`: the caller can fix it with another offer.
 * - `host`: the operator of this machine can fix it.
 * - `ended`: the call has ended.
 * - `taken-over`: the call continues on a newer connection.
 */
export type OfferFault = "offer" | "host" | "ended" | "taken-over";

/** The offer cannot be answered. */
export class OfferError extends Error {
  readonly fault: OfferFault;

  constructor(fault: OfferFault, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "OfferError";
    this.fault = fault;
  }
}
