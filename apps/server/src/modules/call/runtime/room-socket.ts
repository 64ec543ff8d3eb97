import { guarded, ROOM_SOUND_RATE, type RoomSound, readRoomTextFrame } from "@callwright/contract";
import { opusPacketMs, type SocketInput } from "@callwright/engine";
import type { WebSocket } from "ws";
import { processStalls } from "../../telephony/carrier/stall-clock.ts";
import { CallSocket, type CallSocketListener, type MeasureSound, measureSamples } from "./call-socket.ts";

/** A page sends 50 packets a second, and answers pings without one: after this silence its connection is lost. WebRTC needs as long. */
const SILENT_MAX_MS = 8_000;
const PING_EVERY_MS = 1_000;
/** Sound that a page would get later than this is not sent: it would never catch up on a path that is too narrow. */
const BEHIND_MAX_MS = 2_000;
/** The longest packet of Opus without a header of its own kind. */
const PACKET_MAX_MS = 60;

/** Stands still while this process does: what was sent meanwhile is read after it. */
const awakeMs = () => performance.now() - processStalls.stalledMs;

/**
 * The websocket of a caller's page, see `room-socket.ts` of the contract. The answer to a ping comes after all that was sent before it, so it
 * tells how far behind the page is, whatever the network on the way buffers.
 */
export class RoomSocket {
  readonly #webSocket: WebSocket;
  readonly #socket: CallSocket;
  readonly #watch: NodeJS.Timeout;
  #heardAtMs = awakeMs();
  /** When the ping was sent that is not answered yet. */
  #pingedAtMs: number | undefined;

  constructor(webSocket: WebSocket, sound: RoomSound, listener: CallSocketListener) {
    this.#webSocket = webSocket;
    this.#socket = new CallSocket(webSocket, measureOf(sound), {
      ...listener,
      onInput: (input) => listener.onInput("text" in input ? readText(input.text) : input),
    });
    const heard = () => {
      this.#heardAtMs = awakeMs();
    };
    const onFault = () => webSocket.terminate();
    webSocket.on("message", guarded(onFault, heard));
    const answered = () => {
      heard();
      this.#pingedAtMs = undefined;
    };
    webSocket.on("pong", guarded(onFault, answered));
    this.#watch = setInterval(() => this.#look(), PING_EVERY_MS).unref();
    webSocket.on("close", () => clearInterval(this.#watch));
  }

  #look(): void {
    const nowMs = awakeMs();
    if (nowMs - this.#heardAtMs > SILENT_MAX_MS) return void this.#webSocket.terminate();
    if (this.#pingedAtMs !== undefined || this.#webSocket.readyState !== this.#webSocket.OPEN) return;
    this.#pingedAtMs = nowMs;
    this.#webSocket.ping();
  }

  sendSound(sound: string): void {
    const behindMs = this.#pingedAtMs === undefined ? 0 : awakeMs() - this.#pingedAtMs;
    if (behindMs <= BEHIND_MAX_MS) this.#socket.sendSound(sound);
  }

  sendText(text: string): void {
    this.#socket.sendText(text);
  }

  finish(): void {
    this.#socket.finish();
  }
}

const measureOf = (sound: RoomSound): MeasureSound =>
  sound === "opus" ? measureOpus : measureSamples({ format: sound, sampleRate: ROOM_SOUND_RATE });

function measureOpus(frame: Buffer): number | string {
  const packetMs = opusPacketMs(frame);
  if (packetMs === undefined) return "a binary frame that is no packet of Opus";
  return packetMs > PACKET_MAX_MS ? `a packet of more than ${PACKET_MAX_MS} ms` : packetMs;
}

/** A frame of neither channel is for the call to note. */
const readText = (frame: string): SocketInput => readRoomTextFrame(frame) ?? { text: frame };
