import {
  APP_CHANNEL,
  ROOM_PACKET_MS,
  ROOM_SOCKET_ABANDONED,
  ROOM_SOCKET_REFUSED,
  type RoomSocketReason,
  readRoomRefusal,
  readRoomTextFrame,
  roomSocketUrl,
  roomTextFrame,
  TELEMETRY_CHANNEL,
} from "@callwright/contract";
import { CallFailure } from "../call-failure.ts";
import type { RoomLink, RoomLinkEvents, TextChannel } from "./room-link.ts";
import { hangUp } from "./signalling.ts";
import { chooseRoomSound, SocketSound } from "./socket-sound.ts";

/** A proxy that swallows websockets answers nothing. */
const OPEN_MAX_MS = 8_000;
/** Sound that waits this long is not sent: a caller who is heard later says it again. */
const UNSENT_MAX_MS = 1_000;
const NORMAL_CLOSE = 1_000;

export interface SocketLinkOptions {
  roomUrl: string;
  reason: RoomSocketReason;
  track: MediaStreamTrack | undefined;
  /** Of a message and its answer, as far as it is known. */
  roundTripMs(): number | undefined;
}

/**
 * A room's websocket: the way of a call whose network lets no WebRTC through. It has one path. When it breaks, another link takes its place.
 */
export class SocketLink implements RoomLink {
  readonly kind = "websocket";
  readonly app: SocketChannel;
  readonly telemetry: SocketChannel;
  readonly #options: SocketLinkOptions;
  readonly #events: RoomLinkEvents;
  #socket: WebSocket | undefined;
  #sound: SocketSound | undefined;
  #track: MediaStreamTrack | undefined;
  /** Of the packets sent, for their mean. */
  readonly #sent = { packets: 0, bytes: 0 };
  readonly #heard = { packets: 0, bytes: 0 };
  #isOpen = false;
  #isClosed = false;

  constructor(options: SocketLinkOptions, events: RoomLinkEvents) {
    this.#options = options;
    this.#events = events;
    this.#track = options.track;
    this.app = new SocketChannel((text) => this.#socket?.send(roomTextFrame(APP_CHANNEL, text)));
    this.telemetry = new SocketChannel((text) => this.#socket?.send(roomTextFrame(TELEMETRY_CHANNEL, text)));
  }

  async open(signal: AbortSignal): Promise<void> {
    const { roomUrl, reason } = this.#options;
    const format = await chooseRoomSound();
    const sound = await SocketSound.open(format, {
      onPacket: (packet) => this.#sendPacket(packet),
      onFailed: (failure) => this.#events.onGone("lost", failure),
    });
    this.#sound = sound;
    if (this.#isClosed) sound.close();
    signal.throwIfAborted();
    const socket = new WebSocket(roomSocketUrl(roomUrl, format, reason));
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    await this.#untilGreeted(socket, signal);
    this.#isOpen = true;
    this.app.opened();
    this.telemetry.opened();
    sound.send(this.#track);
    this.#events.onSound(sound.stream);
  }

  /** The host has taken this connection when its first frame arrives. */
  #untilGreeted(socket: WebSocket, signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, AbortSignal.timeout(OPEN_MAX_MS)]);
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(signal.aborted ? signal.reason : this.#unreachable());
      either.addEventListener("abort", giveUp, { once: true });
      socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
        either.removeEventListener("abort", giveUp);
        resolve();
        this.#receive(data);
      });
      socket.addEventListener("close", ({ code, reason }) => {
        either.removeEventListener("abort", giveUp);
        if (this.#isOpen) this.#onClose(code, reason);
        else reject(code === ROOM_SOCKET_REFUSED ? refusalOf(reason) : this.#unreachable());
      });
    });
  }

  #unreachable(): CallFailure {
    const { host } = new URL(this.#options.roomUrl);
    return new CallFailure(
      "room-unreachable",
      `This network lets neither WebRTC (UDP) nor a websocket through to ${host}. Try another network, or ask its administrator to allow wss://${host}. chrome://webrtc-internals or about:webrtc shows what was tried.`,
    );
  }

  #onClose(code: number, reason: string): void {
    if (this.#isClosed) return;
    // The page is told that what it sends now does not arrive.
    this.app.close();
    this.telemetry.close();
    if (code === NORMAL_CLOSE) this.#events.onGone("closed");
    else this.#events.onGone("lost", code === ROOM_SOCKET_REFUSED ? refusalOf(reason) : undefined);
  }

  #receive(data: string | ArrayBuffer): void {
    if (this.#isClosed) return;
    if (typeof data !== "string") return void this.#hear(data);
    const frame = readRoomTextFrame(data);
    if (frame) (frame.channel === APP_CHANNEL ? this.app : this.telemetry).receive(frame.text);
  }

  #hear(packet: ArrayBuffer): void {
    this.#heard.packets += 1;
    this.#heard.bytes += packet.byteLength;
    this.#sound?.take(packet);
  }

  #sendPacket(packet: ArrayBuffer): void {
    const socket = this.#socket;
    if (!this.#isOpen || socket?.readyState !== WebSocket.OPEN) return;
    const packetBytes = this.#sent.packets === 0 ? packet.byteLength : this.#sent.bytes / this.#sent.packets;
    if (socket.bufferedAmount > (packetBytes * UNSENT_MAX_MS) / ROOM_PACKET_MS) return;
    this.#sent.packets += 1;
    this.#sent.bytes += packet.byteLength;
    socket.send(packet);
  }

  async send(track: MediaStreamTrack | undefined): Promise<void> {
    this.#track = track;
    if (this.#isOpen) this.#sound?.send(track);
  }

  resume(): void {
    this.#sound?.resume();
  }

  clear(): void {
    this.#sound?.clear();
  }

  received(): number | undefined {
    return this.#heard.packets || undefined;
  }

  findPath(): Promise<void> {
    return Promise.reject(new CallFailure("connection-lost", "A websocket has one path."));
  }

  /** What the quality of the network is computed from, under the names of WebRTC. Nothing is lost on the way. */
  async getStats(): Promise<RTCStatsReport> {
    const { packets, bytes } = this.#heard;
    const inbound = { type: "inbound-rtp", kind: "audio", packetsReceived: packets, packetsLost: 0, bytesReceived: bytes };
    const outbound = { type: "outbound-rtp", kind: "audio", bytesSent: this.#sent.bytes };
    const roundTripMs = this.#options.roundTripMs();
    const pair = { type: "candidate-pair", ...(roundTripMs !== undefined && { currentRoundTripTime: roundTripMs / 1000 }) };
    return new Map(Object.entries({ inbound, outbound, pair }));
  }

  leave(): void {
    // Nobody has joined over a websocket that did not open. The empty room is released.
    if (!this.#isOpen) hangUp(this.#options.roomUrl);
    this.#close(NORMAL_CLOSE);
  }

  drop(): void {
    this.#close(ROOM_SOCKET_ABANDONED);
  }

  #close(code: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#sound?.close();
    this.#socket?.close(code);
  }
}

/** A channel of texts inside of a websocket. It opens once. */
class SocketChannel implements TextChannel {
  readonly #send: (text: string) => void;
  readonly #listeners: { type: "open" | "message"; listener: (event: { data: unknown }) => void }[] = [];
  #waiting: string[] = [];
  readyState: RTCDataChannelState = "connecting";

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  addEventListener(type: "open" | "message", listener: (event: { data: unknown }) => void): void {
    this.#listeners.push({ type, listener });
  }

  opened(): void {
    this.readyState = "open";
    this.#tell("open", undefined);
    for (const text of this.#waiting.splice(0)) this.receive(text);
  }

  /** What comes before it opens waits. */
  receive(text: string): void {
    if (this.readyState === "open") this.#tell("message", text);
    else this.#waiting.push(text);
  }

  #tell(type: "open" | "message", data: unknown): void {
    for (const each of this.#listeners) if (each.type === type) each.listener({ data });
  }

  send(text: string): void {
    this.#send(text);
  }

  close(): void {
    this.readyState = "closed";
  }
}

function refusalOf(reason: string): CallFailure {
  const { code, message } = readRoomRefusal(reason);
  return new CallFailure(code, message);
}
