import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import {
  PlatformError,
  ROOM_SOCKET_REASONS,
  ROOM_SOCKET_REFUSED,
  ROOM_SOUND_RATE,
  ROOM_SOUNDS,
  type RoomSound,
  roomRefusal,
  roomTextFrame,
} from "@callwright/contract";
import type { SocketCaller } from "@callwright/engine";
import { refuseUpgrade } from "@callwright/realtime";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import type { ServerContext } from "../../../platform/platform.ts";
import type { CallService } from "./call-service.ts";
import { SOCKET_FRAME_MAX_BYTES, type SocketEnd } from "./call-socket.ts";
import { closeSockets } from "./close-sockets.ts";
import { type CallRow, findCallRow } from "./lifecycle-store.ts";
import { isRoomSecret } from "./room-secret.ts";
import { RoomSocket } from "./room-socket.ts";

const PATH = /^\/call\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/room\/socket(?:\?|$)/;

const Query = z.object({ secret: z.string(), sound: z.enum(ROOM_SOUNDS), reason: z.enum(ROOM_SOCKET_REASONS) });

interface Options extends Pick<ServerContext, "db" | "log"> {
  calls: CallService;
}

/**
 * The websockets of rooms, for pages whose network lets no WebRTC through. The room's secret opens them, as it opens the room: for any page that
 * was given the address, without cookies, and for this call alone.
 */
export class RoomSockets {
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
    const query = Query.safeParse(Object.fromEntries(new URL(url, "http://node").searchParams));
    if (!query.success) return void refuseUpgrade(socket, "400 Bad Request");
    const { secret, sound, reason } = query.data;
    const caller: SocketCaller = { format: { encoding: sound, sampleRate: ROOM_SOUND_RATE }, page: { reason } };
    this.#findRoom(callId, secret)
      .then((room) => {
        if (!room) return void refuseUpgrade(socket, "403 Forbidden");
        this.#sockets.handleUpgrade(request, socket, head, (webSocket) => this.#connect(webSocket, room, sound, caller));
      })
      .catch((error: unknown) => {
        this.#options.log.error({ callId, err: error }, "the websocket of a room could not be opened");
        refuseUpgrade(socket, "503 Service Unavailable");
      });
  }

  /** The call whose room the secret opens. An ended call has one that refuses with its reason, which a page cannot read from a handshake. */
  async #findRoom(callId: string, secret: string): Promise<CallRow | undefined> {
    const row = await findCallRow(this.#options.db, callId);
    return row?.type === "webCall" && !row.deletedAt && isRoomSecret(secret, row.roomSecretHash) ? row : undefined;
  }

  #connect(webSocket: WebSocket, { id: callId, status }: CallRow, sound: RoomSound, caller: SocketCaller): void {
    const { calls, log } = this.#options;
    try {
      if (status === "ended") throw new PlatformError("call-not-joinable");
      const input = calls.connections.openSocket(callId, caller, {
        onSound: (packet) => socket.sendSound(packet),
        onText: (text, channel) => socket.sendText(roomTextFrame(channel, text)),
        onClosed: () => socket.finish(),
      });
      const socket = new RoomSocket(webSocket, sound, {
        onInput: input,
        onEnded: (end) => {
          if (end.why === "malformed") this.#endMalformed(callId, end.problem);
          else input({ gone: end.why });
        },
      });
      void calls.whenEnded(callId).then(() => socket.finish());
    } catch (error) {
      const refusal = error instanceof PlatformError ? error : new PlatformError("internal");
      if (refusal !== error) log.error({ callId, err: error }, "the websocket of a room could not be served");
      webSocket.on("error", () => {});
      webSocket.close(ROOM_SOCKET_REFUSED, roomRefusal(refusal.code, refusal.message));
    }
  }

  #endMalformed(callId: string, problem: Extract<SocketEnd, { why: "malformed" }>["problem"]): void {
    const { calls, log } = this.#options;
    log.warn({ callId, problem }, "the websocket of a call was ended");
    calls
      .end(callId, "pipeline-error", `The call was ended: its websocket sent ${problem}.`)
      .catch((err: unknown) => log.warn({ callId, err }, "the end of a call could not be stored"));
  }

  /** After the calls have ended. */
  close(): Promise<void> {
    return closeSockets(this.#sockets);
  }
}
