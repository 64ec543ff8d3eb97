import { performance } from "node:perf_hooks";
import { guarded } from "@callwright/contract";
import type { CarrierInput } from "@callwright/engine";
import type { WebSocket } from "ws";
import { z } from "zod";

/**
 * The frames of a bidirectional Media Stream, JSON as text: twilio.com/docs/voice/media-streams/websocket-messages, as of November 2026. Numbers
 * are texts. Sound is 8 kHz µ-law in base64, 20 ms a frame.
 *
 * ```
 *   Twilio ── connected, start ──▶ server
 *   Twilio ── media, dtmf ───────▶ server ── media ──▶ Twilio
 *   server ── mark ──▶ Twilio ── mark ──▶ server       everything before it was played
 *   Twilio ── stop ──▶ server                          the call has ended, or left the stream
 * ```
 */
const Frame = z.discriminatedUnion("event", [
  z.object({ event: z.literal("connected") }),
  z.object({
    event: z.literal("start"),
    streamSid: z.string().max(100),
    start: z.object({
      accountSid: z.string().max(100),
      callSid: z.string().max(100),
      mediaFormat: z.object({
        encoding: z.literal("audio/x-mulaw"),
        sampleRate: z.literal(8_000),
        channels: z.literal(1),
      }),
      customParameters: z.record(z.string(), z.string()).optional(),
    }),
  }),
  z.object({
    event: z.literal("media"),
    media: z.object({ track: z.string().optional(), payload: z.base64().max(4_000) }),
  }),
  z.object({ event: z.literal("dtmf"), dtmf: z.object({ digit: z.string().regex(/^[0-9A-D*#]$/) }) }),
  z.object({ event: z.literal("mark"), mark: z.object({ name: z.string().max(1_000) }) }),
  z.object({ event: z.literal("stop") }),
]);
const KNOWN_EVENTS: ReadonlySet<string> = new Set(Frame.options.map(({ shape }) => shape.event.value));
type Frame = z.infer<typeof Frame>;
export type TwilioStart = Extract<Frame, { event: "start" }>;

/** A frame of 20 ms has about 350 bytes. */
export const FRAME_MAX_BYTES = 8_000;
/** 8,000 bytes are a second. */
const BYTES_PER_MS = 8;
/** Sound may arrive late, and then at once. More than this ahead of the time is a flood. */
const AHEAD_MAX_MS = 10_000;
/** What was sent before a hang-up is played within this time. */
const LAST_WORDS_MS = 1_000;
const LAST_MARK = "hang-up";

/** Why a stream ended: Twilio says so, the connection is lost, or what came was not Twilio's protocol (`problem`). */
export type StreamEnd = { why: "stopped" } | { why: "lost" } | { why: "malformed"; problem: string };

export interface TwilioStreamListener {
  /** The `start` frame. Other frames before it end the stream. If this throws, the stream ends. */
  onStart(start: TwilioStart): void;
  onInput(input: CarrierInput): void;
  /** Once, and not after `finish` or `refuse`. */
  onEnded(end: StreamEnd): void;
}

/** One websocket of Twilio. */
export class TwilioStream {
  readonly #socket: WebSocket;
  readonly #listener: TwilioStreamListener;
  #streamSid: string | undefined;
  #startedMs = 0;
  #bytes = 0;
  #isOver = false;
  #onPlayed: () => void = () => {};

  constructor(socket: WebSocket, listener: TwilioStreamListener) {
    this.#socket = socket;
    this.#listener = listener;
    const onFault = () => this.#end({ why: "malformed", problem: "a frame that could not be handled" });
    socket.on(
      "message",
      guarded(onFault, (data: Buffer, isBinary: boolean) => this.#onFrame(data, isBinary)),
    );
    socket.on("close", () => this.#end({ why: "lost" }));
    // Frames beyond the limit, broken UTF-8 and the like: the library closes the connection after it.
    socket.on("error", () => this.#end({ why: "malformed", problem: "a frame that is too large or broken" }));
  }

  #onFrame(data: Buffer, isBinary: boolean): void {
    const frame = isBinary ? "a binary frame" : read(data.toString());
    if (typeof frame === "string") this.#end({ why: "malformed", problem: frame });
    else if (frame) this.#take(frame);
  }

  #take(frame: Frame): void {
    if (frame.event === "mark") {
      if (frame.mark.name === LAST_MARK) this.#onPlayed();
      return;
    }
    if (this.#isOver || frame.event === "connected") return;
    if (frame.event === "start") this.#start(frame);
    else if (this.#streamSid === undefined) this.#end({ why: "malformed", problem: `'${frame.event}' before 'start'` });
    else if (frame.event === "stop") this.#end({ why: "stopped" });
    else if (frame.event === "dtmf") this.#listener.onInput({ key: frame.dtmf.digit });
    else if (frame.media.track !== "outbound") this.#hear(frame.media.payload);
  }

  #start(frame: TwilioStart): void {
    if (this.#streamSid !== undefined) return void this.#end({ why: "malformed", problem: "a second 'start'" });
    this.#streamSid = frame.streamSid;
    this.#startedMs = performance.now();
    this.#listener.onStart(frame);
  }

  #hear(sound: string): void {
    this.#bytes += (sound.length * 3) / 4;
    const elapsedMs = performance.now() - this.#startedMs;
    if (this.#bytes / BYTES_PER_MS > elapsedMs + AHEAD_MAX_MS)
      return void this.#end({ why: "malformed", problem: "sound faster than it is spoken" });
    this.#listener.onInput({ sound });
  }

  /** 20 ms to the telephone. */
  send(sound: string): void {
    if (!this.#isOver) this.#write({ event: "media", media: { payload: sound } });
  }

  /** Resolves when what was sent has been played, at most a second later, and the connection is closed. Then Twilio goes on with the call. */
  async finish(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#streamSid !== undefined) {
      this.#write({ event: "mark", mark: { name: LAST_MARK } });
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

  /** Closes the connection, and reports nothing. */
  refuse(): void {
    this.#isOver = true;
    this.#socket.removeAllListeners("message");
    this.#socket.close(1008);
    // Who does not answer the close is cut off.
    setTimeout(() => this.#socket.terminate(), LAST_WORDS_MS).unref();
  }

  #write(frame: object): void {
    if (this.#socket.readyState === this.#socket.OPEN)
      this.#socket.send(JSON.stringify({ ...frame, streamSid: this.#streamSid }), () => {});
  }

  #end(end: StreamEnd): void {
    if (this.#isOver) return;
    if (end.why === "lost") this.#isOver = true;
    else this.refuse();
    this.#listener.onEnded(end);
  }
}

/** A frame; undefined for an event that is new to us; a problem as text. */
function read(text: string): Frame | string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "a frame that is not JSON";
  }
  const { event } = (value ?? {}) as { event?: unknown };
  if (typeof event === "string" && !KNOWN_EVENTS.has(event)) return undefined;
  const frame = Frame.safeParse(value);
  if (frame.success) return frame.data;
  const [issue] = frame.error.issues;
  return `a frame whose ${issue?.path.join(".") || "event"} is wrong`;
}
