/**
 * How a caller's audio and messages reach a call host.
 *
 * ```
 *   new ── answer ──▶ connecting ── connected ──▶ open ──┬─ close() ───────┐
 *                         │                              ├─ hung-up ───────┼──▶ closed
 *                         └─ never-connected ────────────┴─ vanished ──────┘
 * ```
 * `hung-up`: the caller left on purpose. `vanished`: the caller's side stopped answering.
 */
export type TransportEnd = "hung-up" | "vanished" | "never-connected";

export interface TransportListener {
  onConnected(): void;
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
  /** Releases everything. */
  close(): void;
}

/** The offer cannot be answered. `fault` says who can mend it: the caller, or whoever runs this machine. */
export class OfferError extends Error {
  readonly fault: "offer" | "host";

  constructor(fault: "offer" | "host", message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "OfferError";
    this.fault = fault;
  }
}
