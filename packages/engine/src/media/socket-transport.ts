import { APP_CHANNEL, LISTENING, type RoomSocketReason, TELEMETRY_CHANNEL } from "@callwright/contract";
import { FRAME_SAMPLES } from "./audio-format.ts";
import { type MediaTransport, OfferError, type TransportListener } from "./media-transport.ts";
import { createDecoder, createEncoder, type SoundFormat } from "./sound-format.ts";

/** What a websocket of a caller brings: sound in base64, a message (of the app channel unless it says another), or its end. */
export type SocketInput = { sound: string } | { text: string; channel?: string } | { gone: "hung-up" | "lost" };

/** Who is behind a websocket: a caller's program, or the page of a caller whose network lets no WebRTC through. */
export interface SocketCaller {
  format: SoundFormat;
  /** Set for a page, which has the telemetry channel, too. */
  page?: { reason: RoomSocketReason };
}

/** The websocket of a caller, which ends in the server and is relayed from there. */
export interface SocketStream extends SocketCaller {
  /** Once, before anything is sent. */
  listen(onInput: (input: SocketInput) => void): void;
  /** 20 ms in base64. */
  sendSound(sound: string): void;
  sendText(text: string, channel: string): void;
  /** The call does not need it any more. */
  close(): void;
}

/** 20 ms. */
const PACKET_SAMPLES = 2 * FRAME_SAMPLES;
const TEXT_MAX_BYTES = 256 * 1024;

/** A caller behind a websocket, connected from the beginning: sound and the messages of its channels. */
export function openSocketTransport(stream: SocketStream, listener: TransportListener): MediaTransport {
  return new SocketTransport(stream, listener);
}

class SocketTransport implements MediaTransport {
  readonly maxTextBytes = TEXT_MAX_BYTES;
  readonly bufferedBytes = 0;
  readonly path: MediaTransport["path"];
  readonly #stream: SocketStream;
  readonly #listener: TransportListener;
  readonly #channels: ReadonlySet<string>;
  readonly #encode: (pcm: Int16Array) => Uint8Array;
  readonly #decode: (bytes: Uint8Array) => Int16Array;
  readonly #packet = new Int16Array(PACKET_SAMPLES);
  #filled = 0;
  #packetsReceived = 0;
  #isClosed = false;

  constructor(stream: SocketStream, listener: TransportListener) {
    const { page } = stream;
    this.#stream = stream;
    this.#listener = listener;
    this.path = page && { path: "websocket", reason: page.reason };
    // Telemetry first, as its messages precede `listening`.
    this.#channels = new Set(page ? [TELEMETRY_CHANNEL, APP_CHANNEL] : [APP_CHANNEL]);
    this.#encode = createEncoder(stream.format);
    this.#decode = createDecoder(stream.format);
    stream.listen((input) => this.#take(input));
    // The opener gets the transport first.
    setImmediate(() => {
      if (this.#isClosed) return;
      listener.onConnected();
      for (const channel of this.#channels) listener.onChannelOpen(channel);
    });
  }

  #take(input: SocketInput): void {
    if (this.#isClosed) return;
    if ("gone" in input) this.#leave(input.gone);
    else if ("text" in input) this.#listener.onText(input.channel ?? APP_CHANNEL, input.text);
    else {
      this.#packetsReceived += 1;
      this.#listener.onAudio(this.#decode(Buffer.from(input.sound, "base64")));
    }
  }

  #leave(how: "hung-up" | "lost"): void {
    this.close();
    if (how === "hung-up") this.#listener.onClosed("hung-up");
    // The caller may come back with another websocket.
    else this.#listener.onInterrupted(0);
  }

  sendAudio(pcm: Int16Array): void {
    if (this.#isClosed || pcm.length !== FRAME_SAMPLES) return;
    this.#packet.set(pcm, this.#filled);
    this.#filled = (this.#filled + FRAME_SAMPLES) % PACKET_SAMPLES;
    if (this.#filled === 0) this.#stream.sendSound(Buffer.from(this.#encode(this.#packet)).toString("base64"));
  }

  sendText(channel: string, text: string): boolean {
    if (this.#isClosed || !this.#channels.has(channel) || Buffer.byteLength(text) > TEXT_MAX_BYTES) return false;
    // Every text frame is JSON for programs; the greeting itself says that the call has begun.
    if (text !== LISTENING || this.path) this.#stream.sendText(text, channel);
    return true;
  }

  async stats() {
    return { packetsReceived: this.#packetsReceived, packetsLost: 0, concealedSamples: 0 };
  }

  async restart(): Promise<string> {
    throw new OfferError("offer", "cannot be restarted: a websocket has one way.");
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stream.close();
  }
}
