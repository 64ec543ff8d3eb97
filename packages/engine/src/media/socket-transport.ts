import { APP_CHANNEL, LISTENING } from "@callwright/contract";
import { FRAME_SAMPLES } from "./audio-format.ts";
import { type MediaTransport, OfferError, type TransportListener } from "./media-transport.ts";
import { createDecoder, createEncoder, type SoundFormat } from "./sound-format.ts";

/** What a websocket of a caller brings: sound in base64, or a message. */
export type SocketInput = { sound: string } | { text: string };

/** The websocket of a caller, which ends in the server and is relayed from there. */
export interface SocketStream {
  format: SoundFormat;
  /** Once, before anything is sent. */
  listen(onInput: (input: SocketInput) => void): void;
  /** 20 ms in base64. */
  sendSound(sound: string): void;
  sendText(text: string): void;
}

/** A packet of 20 ms has two frames. */
const FRAMES_PER_PACKET = 2;
const TEXT_MAX_BYTES = 256 * 1024;

/** A caller's program behind a websocket, connected from the beginning: sound and the messages of the app channel. */
export function openSocketTransport(stream: SocketStream, listener: TransportListener): MediaTransport {
  return new SocketTransport(stream, listener);
}

class SocketTransport implements MediaTransport {
  readonly maxTextBytes = TEXT_MAX_BYTES;
  readonly bufferedBytes = 0;
  readonly #stream: SocketStream;
  readonly #encode: (pcm: Int16Array) => Uint8Array;
  #packet: Uint8Array[] = [];
  #packetsReceived = 0;
  #isClosed = false;

  constructor(stream: SocketStream, listener: TransportListener) {
    this.#stream = stream;
    this.#encode = createEncoder(stream.format);
    const decode = createDecoder(stream.format);
    stream.listen((input) => {
      if (this.#isClosed) return;
      if ("text" in input) return void listener.onText(APP_CHANNEL, input.text);
      this.#packetsReceived += 1;
      listener.onAudio(decode(Buffer.from(input.sound, "base64")));
    });
    // The opener gets the transport first.
    setImmediate(() => {
      if (this.#isClosed) return;
      listener.onConnected();
      listener.onChannelOpen(APP_CHANNEL);
    });
  }

  sendAudio(pcm: Int16Array): void {
    if (this.#isClosed || pcm.length !== FRAME_SAMPLES) return;
    this.#packet.push(this.#encode(pcm));
    if (this.#packet.length < FRAMES_PER_PACKET) return;
    this.#stream.sendSound(Buffer.concat(this.#packet).toString("base64"));
    this.#packet = [];
  }

  sendText(channel: string, text: string): boolean {
    if (this.#isClosed || channel !== APP_CHANNEL || Buffer.byteLength(text) > TEXT_MAX_BYTES) return false;
    // Every text frame is JSON for such callers; the greeting itself says that the call has begun.
    if (text !== LISTENING) this.#stream.sendText(text);
    return true;
  }

  async stats() {
    return { packetsReceived: this.#packetsReceived, packetsLost: 0, concealedSamples: 0 };
  }

  async restart(): Promise<string> {
    throw new OfferError("offer", "cannot be restarted: a websocket has one way.");
  }

  close(): void {
    this.#isClosed = true;
  }
}
