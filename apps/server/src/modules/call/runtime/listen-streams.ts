import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { refuseUpgrade } from "@callwright/realtime";
import { type WebSocket, WebSocketServer } from "ws";
import type { CallListeners } from "./call-listeners.ts";
import { closeSockets } from "./close-sockets.ts";
import { isListenPath, type ListenUrls } from "./listen-url.ts";

/** Maximum listeners of a call, so that a leaked address cannot use up the node's bandwidth. */
const LISTENERS_MAX = 10;
/** A listener that is this far behind (about 4 s) misses sound. */
const BEHIND_MAX_BYTES = 256 * 1024;
/** Listeners send nothing, so a small limit is enough. */
const MESSAGE_MAX_BYTES = 1_024;

/** The first message of a stream. The others are binary. */
const FORMAT = JSON.stringify({ type: "format", encoding: "pcm_s16le", sampleRate: 16_000, channels: ["customer", "assistant"] });

/** The websockets at `monitor.listenUrl`: the sound of a running call, for as long as the call goes on. */
export class ListenStreams {
  readonly #urls: ListenUrls;
  readonly #listeners: CallListeners;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_MAX_BYTES, perMessageDeflate: false });

  constructor(urls: ListenUrls, listeners: CallListeners) {
    this.#urls = urls;
    this.#listeners = listeners;
  }

  takes({ url }: IncomingMessage): boolean {
    return isListenPath(url);
  }

  /** Takes a connection over that asks to become a websocket. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const callId = this.#urls.open(request.url ?? "");
    if (callId === undefined) return void refuseUpgrade(socket, "403 Forbidden");
    if (this.#listeners.countOf(callId) >= LISTENERS_MAX) return void refuseUpgrade(socket, "429 Too Many Requests");
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#serve(callId, webSocket));
  }

  #serve(callId: string, socket: WebSocket): void {
    socket.on("error", () => {});
    socket.send(FORMAT);
    const stop = this.#listeners.add(callId, {
      onPiece: (piece) => {
        if (socket.bufferedAmount < BEHIND_MAX_BYTES) socket.send(Buffer.from(piece, "base64"));
      },
      onEnded: () => socket.close(1000, "The call has ended."),
    });
    if (stop) socket.on("close", stop);
    else socket.close(1000, "The call has ended, or another node hosts it.");
  }

  /** After the calls have ended. */
  close(): Promise<void> {
    return closeSockets(this.#sockets);
  }
}
