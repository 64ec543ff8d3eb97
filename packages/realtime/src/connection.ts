import { guarded } from "@callwright/contract";
import type { RawData, WebSocket } from "ws";
import type { RealtimeLimits } from "./limits.ts";
import { type Close, encodeFrame } from "./protocol.ts";

export interface ConnectionEvents {
  onText(text: string): void;
  /** A binary frame. Clients do not send any. */
  onBinary(): void;
  /** The client caught up after `isCongested`. */
  onDrain(): void;
  onClose(): void;
  /** A handler above threw. */
  onFault(cause: unknown): void;
}

const OPEN = 1;

/** One socket, with its send buffer and its idle timeouts. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #limits: RealtimeLimits;
  readonly #monotonicMs: () => number;
  readonly #onDrain: () => void;
  readonly #onFault: (cause: unknown) => void;
  #congestedSinceMs: number | null = null;
  #lastSentMs: number;
  #lastHeardMs: number;

  constructor(socket: WebSocket, events: ConnectionEvents, limits: RealtimeLimits, monotonicMs: () => number) {
    this.#socket = socket;
    this.#limits = limits;
    this.#monotonicMs = monotonicMs;
    this.#onDrain = events.onDrain;
    this.#onFault = events.onFault;
    this.#lastSentMs = monotonicMs();
    this.#lastHeardMs = this.#lastSentMs;
    const onMessage = (data: RawData, isBinary: boolean) => {
      this.#lastHeardMs = monotonicMs();
      if (isBinary) events.onBinary();
      else events.onText(data.toString());
    };
    const onPong = () => {
      this.#lastHeardMs = monotonicMs();
    };
    socket.on("message", guarded(events.onFault, onMessage));
    socket.on("pong", guarded(events.onFault, onPong));
    socket.on(
      "close",
      guarded(events.onFault, () => events.onClose()),
    );
    // A close event follows.
    socket.on("error", () => {});
  }

  get isCongested(): boolean {
    return this.#congestedSinceMs !== null;
  }

  /** Sends a text frame. As bytes if several connections share it. */
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

  /** Sends a ping and calls back after the pong, when all earlier frames of the client were read, or after `maxMs`. */
  askForEcho(onEcho: () => void, maxMs: number): void {
    const guardedSettle = guarded(this.#onFault, () => {
      clearTimeout(timer);
      this.#socket.off("pong", guardedSettle);
      onEcho();
    });
    const timer = setTimeout(guardedSettle, maxMs);
    timer.unref();
    this.#socket.on("pong", guardedSettle);
    this.#socket.ping();
  }

  /** Stops reading, so that the client's buffers fill. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  close({ code, reason }: Close): void {
    // A paused socket would not read the client's close frame.
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
