import { guarded, type SocketAudioFormat } from "@callwright/contract";
import type { SocketInput } from "@callwright/engine";
import type { WebSocket } from "ws";
import { CLOSE_MS } from "./close-sockets.ts";
import { LeakyBucket } from "./leaky-bucket.ts";

/** A second at 48 kHz has 96,000 bytes. Messages are as short. */
export const SOCKET_FRAME_MAX_BYTES = 128 * 1024;
/** Sound may arrive in pieces of some seconds. More than this ahead of the time is a flood. */
const SOUND_MS = { perSecond: 1_000, max: 10_000 };
/** Ten times the frames of 20 ms of a telephone, and those of a connection that was away for seconds. */
const FRAMES = { perSecond: 500, max: 2_000 };
const TEXT_BYTES = { perSecond: 64 * 1024, max: 1024 * 1024 };
/** A caller who reads nothing for most of a minute is gone. */
const BUFFERED_MAX_BYTES = 4 * 1024 * 1024;
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
  readonly #soundMs: LeakyBucket;
  readonly #frames: LeakyBucket;
  readonly #textBytes: LeakyBucket;
  #isOver = false;

  constructor(socket: WebSocket, { format, sampleRate }: SocketAudioFormat, listener: CallSocketListener) {
    this.#socket = socket;
    this.#listener = listener;
    this.#sampleBytes = format === "mulaw" ? 1 : 2;
    this.#bytesPerMs = (sampleRate * this.#sampleBytes) / 1_000;
    const openedMs = performance.now();
    this.#soundMs = new LeakyBucket(SOUND_MS, openedMs);
    this.#frames = new LeakyBucket(FRAMES, openedMs);
    this.#textBytes = new LeakyBucket(TEXT_BYTES, openedMs);
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
    const nowMs = performance.now();
    const problem =
      (this.#frames.add(1, nowMs) ? undefined : `more than ${FRAMES.perSecond} frames a second`) ??
      (isBinary ? this.#problemOfSound(data.byteLength, nowMs) : this.#problemOfText(data.byteLength, nowMs));
    if (problem !== undefined) return void this.#end({ why: "malformed", problem });
    if (isBinary) return void this.#listener.onInput({ sound: data.toString("base64") });
    const text = data.toString();
    if (isHangUp(text)) this.#end({ why: "hung-up" });
    // The call notes what it cannot understand, and counts messages.
    else this.#listener.onInput({ text });
  }

  #problemOfSound(bytes: number, nowMs: number): string | undefined {
    if (bytes === 0) return "a binary frame without sound";
    if (bytes % this.#sampleBytes !== 0) return "half a sample (pcm_s16le)";
    return this.#soundMs.add(bytes / this.#bytesPerMs, nowMs) ? undefined : "sound faster than it is spoken";
  }

  #problemOfText(bytes: number, nowMs: number): string | undefined {
    return this.#textBytes.add(bytes, nowMs) ? undefined : `more than ${TEXT_BYTES.perSecond / 1024} KB of text a second`;
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
