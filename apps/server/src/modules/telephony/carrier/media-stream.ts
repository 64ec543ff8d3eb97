import { guarded, readJson } from "@callwright/contract";
import type { CarrierInput } from "@callwright/engine";
import type { WebSocket } from "ws";
import type { z } from "zod";
import { FLOOD_PROBLEM, SoundPace } from "./sound-pace.ts";
import { processStalls } from "./stall-clock.ts";

/**
 * How a carrier writes the frames of its streams: JSON as text, sound as 8 kHz µ-law in base64. Sound may be binary frames of another kind.
 *
 * ```
 *   carrier ── start ─────────▶ server
 *   carrier ── sound, key ────▶ server ── sound ──▶ carrier
 *   server ── mark ──▶ carrier ── mark ──▶ server      everything before it was played
 *   carrier ── stop ──────────▶ server                 the call has ended, or left the stream
 * ```
 */
export interface StreamProtocol {
  /** How the carrier begins a stream with this ticket. */
  start(ticket: string): object;
  /** The header with the ticket when the carrier connects. Default: its first frame contains it. */
  readonly ticketHeader?: string;
  /** A frame; undefined for a frame without meaning here; a problem as text. */
  read(value: unknown): StreamFrame | string | undefined;
  /** A binary frame, where the carrier sends sound so; a problem as text. Default: there are none. */
  readBinary?(data: Buffer): StreamFrame | string;
  /** 20 ms to the telephone: a frame of JSON, or a binary one. */
  sound(streamId: string, sound: string): object | Buffer;
  /** The carrier returns this message when everything before it was played. */
  mark(streamId: string, name: string): object;
}

/** `place`: position of a packet, if packets may overtake each other. */
type Sound = { is: "sound"; sound: string; place?: number };

export type StreamFrame = StreamStart | Sound | { is: "key"; name: string } | { is: "mark"; name: string } | { is: "stop" };

export interface StreamStart {
  is: "start";
  streamId: string;
  /** The carrier's id of the call, if frames contain it. Otherwise the ticket alone proves whose stream it is. */
  callId?: string | undefined;
  /** The ticket that proves whose stream it is, if the carrier's frames contain it. */
  ticket?: string | undefined;
}

/** A frame of 20 ms has about 350 bytes. */
export const FRAME_MAX_BYTES = 8_000;
/** Maximum of one frame, in base64. */
export const SOUND_MAX_CHARACTERS = 4_000;
/** 8,000 bytes are a second. */
const BYTES_PER_MS = 8;
/** What was sent before a hang-up is played within this time. */
const LAST_WORDS_MS = 1_000;
const LAST_MARK = "hang-up";
const NOT_JSON = "a frame that is not JSON";

/** Why a stream ended: the carrier reported it, the connection was lost, or a message was not the carrier's protocol (`problem`). */
export type StreamEnd = { why: "stopped" } | { why: "lost" } | { why: "malformed"; problem: string };

export interface MediaStreamListener {
  /** Other frames before it end the stream. If this throws, the stream ends. */
  onStart(start: StreamStart): void;
  onInput(input: CarrierInput): void;
  /** Called once, and not after `finish` or `refuse`. */
  onEnded(end: StreamEnd): void;
}

/** One websocket of a carrier. */
export class MediaStream {
  readonly #socket: WebSocket;
  readonly #protocol: StreamProtocol;
  readonly #listener: MediaStreamListener;
  #streamId: string | undefined;
  readonly #stopWatching = processStalls.watch();
  readonly #pace = new SoundPace();
  #isOver = false;
  readonly #order = new SoundOrder();
  #onPlayed: () => void = () => {};

  constructor(socket: WebSocket, protocol: StreamProtocol, listener: MediaStreamListener) {
    this.#socket = socket;
    this.#protocol = protocol;
    this.#listener = listener;
    const onFault = () => this.#end({ why: "malformed", problem: "a frame that could not be handled" });
    socket.on(
      "message",
      guarded(onFault, (data: Buffer, isBinary: boolean) => this.#onFrame(data, isBinary)),
    );
    socket.on("close", () => {
      this.#stopWatching();
      this.#end({ why: "lost" });
    });
    // For frames beyond the limit, broken UTF-8 and similar errors, the library closes the connection itself.
    socket.on("error", () => this.#end({ why: "malformed", problem: "a frame that is too large or broken" }));
  }

  #onFrame(data: Buffer, isBinary: boolean): void {
    const frame = isBinary ? (this.#protocol.readBinary?.(data) ?? NOT_JSON) : this.#readText(data.toString());
    if (typeof frame === "string") this.#end({ why: "malformed", problem: frame });
    else if (frame) this.#take(frame);
  }

  #readText(text: string): StreamFrame | string | undefined {
    const value = readJson(text);
    return value === undefined ? NOT_JSON : this.#protocol.read(value);
  }

  #take(frame: StreamFrame): void {
    if (frame.is === "mark") {
      if (frame.name === LAST_MARK) this.#onPlayed();
      return;
    }
    if (this.#isOver) return;
    if (frame.is === "start") this.#start(frame);
    else if (this.#streamId === undefined) this.#end({ why: "malformed", problem: `'${frame.is}' before the start` });
    else if (frame.is === "stop") this.#end({ why: "stopped" });
    else if (frame.is === "key") this.#listener.onInput({ key: frame.name });
    else
      for (const sound of frame.place === undefined ? [frame.sound] : this.#order.push(frame.place, frame.sound))
        this.#hear(sound);
  }

  #start(start: StreamStart): void {
    if (this.#streamId !== undefined) return void this.#end({ why: "malformed", problem: "a second 'start'" });
    this.#streamId = start.streamId;
    this.#listener.onStart(start);
  }

  #hear(sound: string): void {
    const verdict = this.#pace.take((sound.length * 3) / 4 / BYTES_PER_MS);
    if (verdict === "flood") this.#end({ why: "malformed", problem: FLOOD_PROBLEM });
    else if (verdict === "in-time") this.#listener.onInput({ sound });
  }

  /** 20 ms to the telephone. */
  send(sound: string): void {
    if (!this.#isOver && this.#streamId !== undefined) this.#write(this.#protocol.sound(this.#streamId, sound));
  }

  /** Resolves when the sound was played, after at most a second, and the connection is closed. Then the carrier continues the call. */
  async finish(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#streamId !== undefined) {
      this.#write(this.#protocol.mark(this.#streamId, LAST_MARK));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LAST_WORDS_MS);
        this.#onPlayed = () => {
          clearTimeout(timer);
          resolve();
        };
        this.#socket.once("close", this.#onPlayed);
      });
    }
    this.#socket.close(1000);
  }

  /** Closes the connection without a report. */
  refuse(): void {
    this.#isOver = true;
    this.#socket.removeAllListeners("message");
    this.#socket.close(1008);
    // A peer that does not answer the close is cut off.
    setTimeout(() => this.#socket.terminate(), LAST_WORDS_MS).unref();
  }

  #write(frame: object): void {
    if (this.#socket.readyState === this.#socket.OPEN)
      this.#socket.send(Buffer.isBuffer(frame) ? frame : JSON.stringify(frame), () => {});
  }

  #end(end: StreamEnd): void {
    if (this.#isOver) return;
    if (end.why === "lost") this.#isOver = true;
    else this.refuse();
    this.#listener.onEnded(end);
  }
}

type Event = z.ZodObject<{ event: z.ZodLiteral<string> }>;

/** A frame of one of these events; undefined for an unknown event; a problem as text. */
export function readFrame<Schema extends z.ZodDiscriminatedUnion<readonly Event[]>>(
  schema: Schema,
  value: unknown,
  translate: (frame: z.infer<Schema>) => StreamFrame | undefined,
): StreamFrame | string | undefined {
  const { event } = (value ?? {}) as { event?: unknown };
  const isKnown = schema.options.some(({ shape }) => shape.event.value === event);
  if (typeof event === "string" && !isKnown) return undefined;
  const frame = schema.safeParse(value);
  if (frame.success) return translate(frame.data);
  const [issue] = frame.error.issues;
  return `a frame whose ${issue?.path.join(".") || "event"} is wrong`;
}

/** Maximum packets that wait for a missing one: 60 ms. */
const HELD_MAX = 3;

/** Sorts packets that overtook each other. A missing packet is skipped. */
class SoundOrder {
  #next: number | undefined;
  readonly #held = new Map<number, string>();

  /** Adds a packet. Returns the packets that can be played now, in order. */
  push(place: number, sound: string): string[] {
    this.#next ??= place;
    if (place < this.#next) return [];
    this.#held.set(place, sound);
    if (this.#held.size > HELD_MAX) this.#next = Math.min(...this.#held.keys());
    const ready: string[] = [];
    for (let next = this.#held.get(this.#next); next !== undefined; next = this.#held.get(this.#next)) {
      ready.push(next);
      this.#held.delete(this.#next);
      this.#next += 1;
    }
    return ready;
  }
}
