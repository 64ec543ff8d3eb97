import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { CALLER_GONE, ENDED_REASONS, type SocketAudioFormat } from "@callwright/contract";
import { refuseUpgrade } from "@callwright/realtime";
import { type WebSocket, WebSocketServer } from "ws";
import type { ServerContext } from "../../../platform/platform.ts";
import type { CallService } from "./call-service.ts";
import { CallSocket, measureSamples, SOCKET_FRAME_MAX_BYTES, type SocketEnd } from "./call-socket.ts";
import { closeSockets } from "./close-sockets.ts";
import { findCallRow } from "./lifecycle-store.ts";
import { isRoomSecret } from "./room-secret.ts";

const PATH = /^\/call\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/transport(?:\?|$)/;

export const DEFAULT_AUDIO_FORMAT: SocketAudioFormat = { format: "pcm_s16le", container: "raw", sampleRate: 16_000 };

interface Options extends Pick<ServerContext, "db" | "log"> {
  calls: CallService;
}

/** The websockets of calls over `vapi.websocket`. The secret in the address opens one of them, once, while its call waits for it. */
export class CallSockets {
  readonly #options: Options;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: SOCKET_FRAME_MAX_BYTES, perMessageDeflate: false });

  constructor(options: Options) {
    this.#options = options;
  }

  takes({ url = "" }: IncomingMessage): boolean {
    return PATH.test(url);
  }

  /** Takes over a connection that asks to become a websocket. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // The other side may leave while its secret is checked.
    socket.on("error", () => {});
    const { url = "" } = request;
    const callId = PATH.exec(url)?.[1] ?? "";
    const { calls, log } = this.#options;
    this.#find(callId, new URL(url, "http://node").searchParams.get("secret") ?? "")
      .then(
        (format) => {
          if (!format || !calls.connections.waitsForSocket(callId)) return void refuseUpgrade(socket, "403 Forbidden");
          // A failed handshake calls nothing back, so the call stays open to another handshake.
          this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#connect(webSocket, callId, format));
        },
        (error: unknown) => {
          log.error({ callId, err: error }, "the websocket of a call could not be checked");
          refuseUpgrade(socket, "503 Service Unavailable");
        },
      )
      .catch((error: unknown) => {
        log.error({ callId, err: error }, "the websocket of a call could not be opened");
        socket.destroy();
      });
  }

  /** Undefined when the secret opens no such call. */
  async #find(callId: string, secret: string): Promise<SocketAudioFormat | undefined> {
    const row = await findCallRow(this.#options.db, callId);
    if (row?.type !== "vapi.websocketCall" || row.deletedAt || !isRoomSecret(secret, row.roomSecretHash)) return undefined;
    return (row.details.transport?.audioFormat as SocketAudioFormat | undefined) ?? DEFAULT_AUDIO_FORMAT;
  }

  #connect(webSocket: WebSocket, callId: string, audioFormat: SocketAudioFormat): void {
    const { calls } = this.#options;
    const { format: encoding, sampleRate } = audioFormat;
    const input = calls.connections.openSocket(
      callId,
      { format: { encoding, sampleRate } },
      {
        onSound: (sound) => socket.sendSound(sound),
        onText: (text) => socket.sendText(text),
        onClosed: () => socket.finish(),
      },
    );
    const socket = new CallSocket(webSocket, measureSamples(audioFormat), {
      onInput: input,
      onEnded: (end) => this.#ended(callId, end),
    });
    void calls.whenEnded(callId).then(() => socket.finish());
  }

  #ended(callId: string, end: SocketEnd): void {
    const { calls, log } = this.#options;
    const [endedReason, message] =
      end.why === "malformed"
        ? ["pipeline-error", `The call was ended: its websocket sent ${end.problem}.`]
        : [ENDED_REASONS.customerEndedCall, end.why === "lost" ? CALLER_GONE.lost : undefined];
    if (end.why === "malformed") log.warn({ callId, problem: end.problem }, "the websocket of a call was ended");
    calls
      .end(callId, endedReason, message)
      .catch((err: unknown) => log.warn({ callId, err }, "the end of a websocket call could not be stored"));
  }

  /** After the calls have ended. */
  close(): Promise<void> {
    return closeSockets(this.#sockets);
  }
}
