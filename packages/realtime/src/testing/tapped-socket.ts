import { WebSocket } from "ws";

export interface TappedFrame {
  from: "client" | "server";
  /** Number of the client's connection, from 0. */
  connection: number;
  frame: { type: string } & Record<string, unknown>;
}

/** Records the messages of a client's sockets, in the client's order, and controls them. */
export interface Tap {
  frames: TappedFrame[];
  closes: { code: number; reason: string }[];
  sockets: WebSocket[];
  /** Changes what the client sends, as no official client does. */
  tamper: ((frame: Record<string, unknown>) => Record<string, unknown>) | null;
}

export function createTap(): Tap {
  return { frames: [], closes: [], sockets: [], tamper: null };
}

/** The socket that a client makes its connections with. */
export function tappedSocket(tap: Tap): typeof globalThis.WebSocket {
  class TappedSocket extends WebSocket {
    readonly #connection: number;

    constructor(url: string) {
      super(url);
      this.#connection = tap.sockets.push(this) - 1;
      this.on("message", (data) => {
        tap.frames.push({ from: "server", connection: this.#connection, frame: JSON.parse(data.toString()) });
      });
      this.on("close", (code, reason) => tap.closes.push({ code, reason: reason.toString() }));
    }

    override send(data: string): void {
      const frame = JSON.parse(data);
      const sent = tap.tamper ? tap.tamper(frame) : frame;
      tap.frames.push({ from: "client", connection: this.#connection, frame: sent });
      super.send(JSON.stringify(sent));
    }
  }
  return TappedSocket as unknown as typeof globalThis.WebSocket;
}
