import type { CallFailure } from "../call-failure.ts";

/** A channel for texts. Data channels of WebRTC are such. */
export interface TextChannel {
  readonly readyState: RTCDataChannelState;
  send(text: string): void;
  close(): void;
  addEventListener(type: "open", listener: () => void, options?: { once?: boolean }): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
}

export interface RoomLinkEvents {
  /** The other side's sound. */
  onSound(stream: MediaStream): void;
  /** The assistant's picture. */
  onPicture(track: MediaStreamTrack): void;
  /** `closed`: the server closed it. `lost`: it broke, and does not mend by itself. */
  onGone(reason: "closed" | "lost", failure?: CallFailure): void;
}

/**
 * A way to the call host: sound in both directions and two channels for texts. Its user listens to the channels before it opens.
 *
 * ```
 *   new ── open() ──▶ open ── leave(), drop() ──▶ closed
 *    └── leave(), drop() ────────────────────────▶ closed
 * ```
 */
export interface RoomLink {
  readonly kind: "peer-to-peer" | "websocket";
  readonly app: TextChannel;
  readonly telemetry: TextChannel;
  /** Resolves when texts can be sent. Rejects with a `CallFailure`, which is a `NoPathFailure` when the network lets nothing through. */
  open(signal: AbortSignal): Promise<void>;
  /** Sends this track from now on; nothing without one. */
  send(track: MediaStreamTrack | undefined): Promise<void>;
  /** Plays what the browser held back. */
  resume(): void;
  /** Drops what has arrived and waits to be played, where the browser does not do that by itself. */
  clear(): void;
  /** A value that changes while sound arrives. Undefined without sound for 10 s. */
  received(): number | undefined;
  /** Looks for another path of the same connection. Rejects where there is none. */
  findPath(signal: AbortSignal): Promise<void>;
  getStats(): Promise<RTCStatsReport>;
  /** The caller hangs up. */
  leave(): void;
  /** The call goes on over another link. */
  drop(): void;
}
