import { guarded, type SocketAudioFormat } from "@callwright/contract";
import type { SocketInput } from "@callwright/engine";
import type { WebSocket } from "ws";

/** A second at 48 kHz has 96,000 bytes. Messages are as short. */
export const SOCKET_FRAME_MAX_BYTES = 128 * 1024;
/** Sound may arrive in pieces of some seconds. More than this ahead of the time is a flood. */
const AHEAD_MAX_MS = 10_000;
/** A caller who reads nothing for most of a minute is gone. */
const BUFFERED_MAX_BYTES = 4 * 1024 * 1024;
/** What was sent last arrives within this time, or the connection is cut off. */
const CLOSE_MS = 2_000;
const NORMAL_CODES = new Set([1000, 1001, 1005]);

/** Why a websocket ended: its caller hung up, the connection is lost, or what came was no call (`problem`). */
export type SocketEnd = { why: "hung-up" } | { why: "lost" } | { why: "malformed"; problem: string };

export interface CallSocketListener {
  onInput(input: SocketInput): void;
  /** Once, and not after `finish`. */
  onEnded(end: SocketEnd): void;
}

/**
 * The websocket of a caller's program, as the hosted platform documents it: binary frames are sound, text frames are JSON messages.
 *
 * ```
 *   open ── hangup, closed, malformed ──▶ over
 *     └── finish() ──▶ over: what was sent arrives first
 * ```
 */
export class CallSocket {
  readonly #socket: WebSocket;
  readonly #listener: CallSocketListener;
  readonly #sampleBytes: number;
  readonly #bytesPerMs: number;
  readonly #openedMs = performance.now();
  #bytes = 0;
  #isOver = false;

  constructor(socket: WebSocket, { format, sampleRate }: SocketAudioFormat, listener: CallSocketListener) {
    this.#socket = socket;
    this.#listener = listener;
    this.#sampleBytes = format === "mulaw" ? 1 : 2;
    this.#bytesPerMs = (sampleRate * this.#sampleBytes) / 1_000;
    const onFault = () => this.#end({ why: "malformed", problem: "a frame that could not be handled" });
    socket.on(
      "message",
      guarded(onFault, (data: Buffer, isBinary: boolean) => this.#take(data, isBinary)),
    );
    socket.on("close", (code: number) => this.#end(NORMAL_CODES.has(code) ? { why: "hung-up" } : { why: "lost" }));
    // Frames beyond the limit, broken UTF-8 and the like: the library closes the connection after it.
    socket.on("error", () => this.#end({ why: "malformed", problem: "a frame that is too large or broken" }));
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (this.#isOver) return;
    if (isBinary) return void this.#hear(data);
    const text = data.toString();
    if (isHangUp(text)) this.#end({ why: "hung-up" });
    // The call notes what it cannot understand, and counts messages.
    else this.#listener.onInput({ text });
  }

  #hear(sound: Buffer): void {
    this.#bytes += sound.byteLength;
    const aheadMs = this.#bytes / this.#bytesPerMs - (performance.now() - this.#openedMs);
    if (aheadMs > AHEAD_MAX_MS) this.#end({ why: "malformed", problem: "sound faster than it is spoken" });
    else if (sound.byteLength % this.#sampleBytes !== 0) this.#end({ why: "malformed", problem: "half a sample (pcm_s16le)" });
    else this.#listener.onInput({ sound: sound.toString("base64") });
  }

  sendSound(sound: string): void {
    this.#write(Buffer.from(sound, "base64"));
  }

  sendText(text: string): void {
    this.#write(text);
  }

  #write(data: Buffer | string): void {
    if (this.#isOver || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > BUFFERED_MAX_BYTES) return void this.#end({ why: "lost" });
    this.#socket.send(data, () => {});
  }

  /** The call has ended. */
  finish(): void {
    this.#isOver = true;
    this.#socket.close(1000);
    setTimeout(() => this.#socket.terminate(), CLOSE_MS).unref();
  }

  #end(end: SocketEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.onEnded(end);
  }
}

function isHangUp(text: string): boolean {
  try {
    return (JSON.parse(text) as { type?: unknown } | null)?.type === "hangup";
  } catch {
    return false;
  }
}
