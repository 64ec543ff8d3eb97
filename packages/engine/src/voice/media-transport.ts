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
 * `hung-up`: the caller closed the connection. An interrupted one is given up by who uses it, with `close`.
 */
export type TransportEnd = "hung-up" | "never-connected";

export interface TransportListener {
  onConnected(): void;
  /** The caller's side has stopped answering, some 8 s ago. */
  onInterrupted(): void;
  /** It answers again. */
  onRestored(): void;
  /** A text channel can be written to. */
  onChannelOpen(channel: string): void;
  /** Mono 16 kHz, of any length; the listener owns it. */
  onAudio(pcm: Int16Array): void;
  onText(channel: string, text: string): void;
  /** At most once, and not after `close()`. */
  onClosed(end: TransportEnd): void;
}

export interface TransportStats {
  packetsReceived: number;
  packetsLost: number;
  concealedSamples: number;
  roundTripMs?: number;
}

export interface MediaTransport {
  /** Plays 10 ms of mono 16 kHz to the caller. The caller of this method paces it. */
  sendAudio(pcm: Int16Array): void;
  /** False when the channel is not open, the caller has stopped reading, or the text is longer than the caller takes. */
  sendText(channel: string, text: string): boolean;
  /** Longest text the caller takes, in bytes of UTF-8. */
  readonly maxTextBytes: number;
  /** Text that has not left yet, in bytes. */
  readonly bufferedBytes: number;
  stats(): Promise<TransportStats>;
  /** Answers an offer of the same connection over another path (an ICE restart); the channels stay open. Fails with `OfferError`. */
  restart(offerSdp: string): Promise<string>;
  /** Releases everything. */
  close(): void;
}

/**
 * - `offer`: the caller can mend it with another offer.
 * - `host`: whoever runs this machine can mend it.
 * - `ended`: there is no call any more.
 * - `taken-over`: the call goes on, on a connection that was made since.
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
