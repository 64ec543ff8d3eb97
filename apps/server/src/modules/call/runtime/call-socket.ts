import { guarded, readJson, type SocketAudioFormat } from "@callwright/contract";
import type { SocketInput } from "@callwright/engine";
import type { WebSocket } from "ws";
import { LeakyBucket } from "../../../platform/isolation/leaky-bucket.ts";
import { FLOOD_PROBLEM, SoundPace } from "../../telephony/carrier/sound-pace.ts";
import { processStalls } from "../../telephony/carrier/stall-clock.ts";
import { CLOSE_MS } from "./close-sockets.ts";

/** A second at 48 kHz has 96,000 bytes. Messages are as short. */
export const SOCKET_FRAME_MAX_BYTES = 128 * 1024;
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
  readonly #pace: SoundPace;
  readonly #frames: LeakyBucket;
  readonly #textBytes: LeakyBucket;
  readonly #stopWatching = processStalls.watch();
  #isOver = false;

  constructor(socket: WebSocket, { format, sampleRate }: SocketAudioFormat, listener: CallSocketListener) {
    this.#socket = socket;
    this.#listener = listener;
    this.#sampleBytes = format === "mulaw" ? 1 : 2;
    this.#bytesPerMs = (sampleRate * this.#sampleBytes) / 1_000;
    this.#pace = new SoundPace();
    const [openedMs, { stalledMs }] = [performance.now(), processStalls];
    this.#frames = new LeakyBucket(FRAMES.perSecond, openedMs, stalledMs);
    this.#textBytes = new LeakyBucket(TEXT_BYTES.perSecond, openedMs, stalledMs);
    const onFault = () => this.#end({ why: "malformed", problem: "a frame that could not be handled" });
    socket.on(
      "message",
      guarded(onFault, (data: Buffer, isBinary: boolean) => this.#take(data, isBinary)),
    );
    socket.on("close", (code: number) => {
      this.#stopWatching();
      this.#end(NORMAL_CODES.has(code) ? { why: "hung-up" } : { why: "lost" });
    });
    // Frames beyond the limit, broken UTF-8 and the like: the library closes the connection after it.
    socket.on("error", () => this.#end({ why: "malformed", problem: "a frame that is too large or broken" }));
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (this.#isOver) return;
    const [nowMs, { stalledMs }] = [performance.now(), processStalls];
    if (this.#frames.add(1, nowMs, stalledMs) > FRAMES.max) this.#endMalformed(`more than ${FRAMES.perSecond} frames a second`);
    else if (isBinary) this.#takeSound(data);
    else if (this.#textBytes.add(data.byteLength, nowMs, stalledMs) > TEXT_BYTES.max)
      this.#endMalformed(`more than ${TEXT_BYTES.perSecond / 1024} KB of text a second`);
    else this.#takeText(data.toString());
  }

  #takeText(text: string): void {
    if (isHangUp(text)) this.#end({ why: "hung-up" });
    // The call notes what it cannot understand, and counts messages.
    else this.#listener.onInput({ text });
  }

  #takeSound(data: Buffer): void {
    const bytes = data.byteLength;
    const verdict = this.#pace.take(bytes / this.#bytesPerMs);
    if (bytes === 0) this.#endMalformed("a binary frame without sound");
    else if (bytes % this.#sampleBytes !== 0) this.#endMalformed("half a sample (pcm_s16le)");
    else if (verdict === "flood") this.#endMalformed(FLOOD_PROBLEM);
    else if (verdict === "in-time") this.#listener.onInput({ sound: data.toString("base64") });
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

  #endMalformed(problem: string): void {
    this.#end({ why: "malformed", problem });
  }

  #end(end: SocketEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.onEnded(end);
  }
}

const isHangUp = (text: string) => (readJson(text) as { type?: unknown } | null | undefined)?.type === "hangup";
