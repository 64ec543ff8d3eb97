import { guarded, readJson, type SocketAudioFormat } from "@callwright/contract";
import type { SocketInput } from "@callwright/engine";
import type { WebSocket } from "ws";
import { LeakyBucket } from "../../../platform/isolation/leaky-bucket.ts";
import { FLOOD_PROBLEM, SoundPace } from "../../telephony/carrier/sound-pace.ts";
import { processStalls } from "../../telephony/carrier/stall-clock.ts";
import { CLOSE_MS } from "./close-sockets.ts";

/** A second at 48 kHz has 96,000 bytes. Messages are as short. */
export const SOCKET_FRAME_MAX_BYTES = 128 * 1024;
/** Ten times the 20 ms frames of a telephone, with room for the frames of several seconds after a lost connection. */
const FRAMES = { perSecond: 500, max: 2_000 };
const TEXT_BYTES = { perSecond: 64 * 1024, max: 1024 * 1024 };
/** The limit of unread bytes: a caller that reads nothing for most of a minute is disconnected. */
const BUFFERED_MAX_BYTES = 4 * 1024 * 1024;
const NORMAL_CODES = new Set([1000, 1001, 1005]);

/** Returns the length of the sound in a binary frame, in milliseconds, or the problem of the frame ("half a sample"). */
export type MeasureSound = (frame: Buffer) => number | string;

/** Why a websocket ended: its caller hung up, the connection is lost, or what came was no call (`problem`). */
export type SocketEnd = { why: "hung-up" } | { why: "lost" } | { why: "malformed"; problem: string };

export interface CallSocketListener {
  onInput(input: SocketInput): void;
  /** Called once, and not after `finish`. */
  onEnded(end: SocketEnd): void;
}

/**
 * The websocket of a caller: binary frames are sound, text frames are messages. It bounds what comes in, and what waits to go out.
 *
 * ```
 *   open ── hangup, closed, malformed ──▶ over
 *     └── finish() ──▶ over: what was sent arrives first
 * ```
 */
export class CallSocket {
  readonly #socket: WebSocket;
  readonly #listener: CallSocketListener;
  readonly #measure: MeasureSound;
  readonly #pace: SoundPace;
  readonly #frames: LeakyBucket;
  readonly #textBytes: LeakyBucket;
  readonly #stopWatching = processStalls.watch();
  #isOver = false;
  #isFinished = false;

  constructor(socket: WebSocket, measure: MeasureSound, listener: CallSocketListener) {
    this.#socket = socket;
    this.#listener = listener;
    this.#measure = measure;
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
    // For frames beyond the limit, broken UTF-8 and similar errors, the library closes the connection itself.
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
    const measured = data.byteLength === 0 ? "a binary frame without sound" : this.#measure(data);
    if (typeof measured === "string") return void this.#endMalformed(measured);
    const verdict = this.#pace.take(measured);
    if (verdict === "flood") this.#endMalformed(FLOOD_PROBLEM);
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

  /** The call has ended, or goes on without this connection. */
  finish(): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
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

/** Of mono samples without a container. */
export function measureSamples({ format, sampleRate }: Pick<SocketAudioFormat, "format" | "sampleRate">): MeasureSound {
  const sampleBytes = format === "mulaw" ? 1 : 2;
  const bytesPerMs = (sampleRate * sampleBytes) / 1_000;
  return ({ byteLength }) => (byteLength % sampleBytes === 0 ? byteLength / bytesPerMs : `half a sample (${format})`);
}

const isHangUp = (text: string) => (readJson(text) as { type?: unknown } | null | undefined)?.type === "hangup";
