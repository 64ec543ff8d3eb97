import type { WebSocket } from "ws";
import type { RealtimeLimits } from "./limits.ts";
import { type Close, encodeFrame } from "./protocol.ts";

export interface ConnectionEvents {
  onText(text: string): void;
  /** A binary frame, which no client sends. */
  onBinary(): void;
  /** What was sent has been read again, after `isCongested`. */
  onDrain(): void;
  onClose(): void;
}

const OPEN = 1;

/** One socket: what is on its way, when somebody last said something, and silence that must not become too long. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #limits: RealtimeLimits;
  readonly #monotonicMs: () => number;
  readonly #onDrain: () => void;
  #congestedSinceMs: number | null = null;
  #lastSentMs: number;
  #lastHeardMs: number;

  constructor(socket: WebSocket, events: ConnectionEvents, limits: RealtimeLimits, monotonicMs: () => number) {
    this.#socket = socket;
    this.#limits = limits;
    this.#monotonicMs = monotonicMs;
    this.#onDrain = events.onDrain;
    this.#lastSentMs = monotonicMs();
    this.#lastHeardMs = this.#lastSentMs;
    socket.on("message", (data, isBinary) => {
      this.#lastHeardMs = monotonicMs();
      if (isBinary) events.onBinary();
      else events.onText(data.toString());
    });
    socket.on("pong", () => {
      this.#lastHeardMs = monotonicMs();
    });
    socket.on("close", () => events.onClose());
    // A close follows.
    socket.on("error", () => {});
  }

  get isCongested(): boolean {
    return this.#congestedSinceMs !== null;
  }

  /** A text frame; as bytes when it is shared with others. */
  send(text: string | Buffer): void {
    if (this.#socket.readyState !== OPEN) return;
    this.#lastSentMs = this.#monotonicMs();
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    const compress = bytes.length >= this.#limits.deflateFromBytes;
    this.#socket.send(bytes, { binary: false, compress }, this.#onFlushed);
    if (this.#socket.bufferedAmount > this.#limits.bufferedBytes) this.#congestedSinceMs ??= this.#lastSentMs;
  }

  readonly #onFlushed = (): void => {
    if (this.#congestedSinceMs === null || this.#socket.bufferedAmount > this.#limits.bufferedBytes / 2) return;
    this.#congestedSinceMs = null;
    this.#onDrain();
  };

  /** Calls back when everything has been read that the client had sent before it heard of this, or after `maxMs`. */
  askForEcho(onEcho: () => void, maxMs: number): void {
    const settle = () => {
      clearTimeout(timer);
      this.#socket.off("pong", settle);
      onEcho();
    };
    const timer = setTimeout(settle, maxMs);
    timer.unref();
    this.#socket.on("pong", settle);
    this.#socket.ping();
  }

  /** Nothing more is read for now; the client's own buffers fill. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close({ code, reason }: Close): void {
    // A paused socket would not read the client's answer.
    this.#socket.resume();
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  /** Called about once a second. */
  sweep(): void {
    const now = this.#monotonicMs();
    const heardAgoMs = now - this.#lastHeardMs;
    const isStuck = this.#congestedSinceMs !== null && now - this.#congestedSinceMs > this.#limits.stuckMs;
    if (isStuck || heardAgoMs > this.#limits.deadAfterMs) {
      this.terminate();
      return;
    }
    if (now - this.#lastSentMs < this.#limits.pingAfterMs) return;
    this.send(encodeFrame({ type: "Ping" }));
    if (heardAgoMs > this.#limits.probeAfterMs && this.#socket.readyState === OPEN) this.#socket.ping();
  }
}
