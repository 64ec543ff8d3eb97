import { ROOM_PACKET_MS, ROOM_SOUND_RATE, type RoomSound } from "@callwright/contract";
import { CallFailure } from "../call-failure.ts";
import type { PlaybackMessage } from "./sound-worklet.ts";

/** Bits a second of what is sent. The server sends as many. */
const BITRATE = 28_000;
const ENCODER: AudioEncoderConfig = { codec: "opus", sampleRate: ROOM_SOUND_RATE, numberOfChannels: 1, bitrate: BITRATE };
/** A decoder of Opus works at 48 kHz whatever the sound was made of (RFC 7845, 5.1). */
const DECODER: AudioDecoderConfig = { codec: "opus", sampleRate: 48_000, numberOfChannels: 1 };
const FULL_SCALE = 32_767;
const SAMPLE_BYTES = 2;

/** Opus failed in this page once: it is not tried again. */
let isOpusBroken = false;

/** Opus where the browser has both of its sides, else plain samples. */
export async function chooseRoomSound(): Promise<RoomSound> {
  if (isOpusBroken || !globalThis.AudioEncoder || !globalThis.AudioDecoder) return "pcm_s16le";
  const known = await Promise.all([AudioEncoder.isConfigSupported(ENCODER), AudioDecoder.isConfigSupported(DECODER)]).catch(
    () => [],
  );
  return known.length > 0 && known.every(({ supported }) => supported) ? "opus" : "pcm_s16le";
}

export interface SocketSoundEvents {
  /** 20 ms of the microphone. */
  onPacket(packet: ArrayBuffer): void;
  /** The browser's codec failed. Another connection has plain samples. */
  onFailed(failure: CallFailure): void;
}

/**
 * The sound of a websocket in the page:
 *
 * ```
 *  microphone ─▶ source ─▶ capture (20 ms, 16 kHz) ─▶ encoder ─▶ onPacket
 *  take ─▶ decoder ─▶ playback (jitter buffer) ─▶ output ─▶ stream
 * ```
 * `stream` is played like that of WebRTC, by an element, so that the browser's echo cancellation knows it.
 */
export class SocketSound {
  readonly stream: MediaStream;
  readonly #context: AudioContext;
  readonly #events: SocketSoundEvents;
  readonly #capture: AudioWorkletNode;
  readonly #playback: AudioWorkletNode;
  readonly #coders: Coders;
  #source: MediaStreamAudioSourceNode | undefined;
  #isClosed = false;

  private constructor(context: AudioContext, sound: RoomSound, { PROCESSORS }: Worklet, events: SocketSoundEvents) {
    this.#context = context;
    this.#events = events;
    this.#capture = new AudioWorkletNode(context, PROCESSORS.capture, {
      outputChannelCount: [1],
      channelCount: 1,
      channelCountMode: "explicit",
      processorOptions: { rate: ROOM_SOUND_RATE },
    });
    // Silence. A node that leads nowhere may not run.
    this.#capture.connect(context.destination);
    this.#playback = new AudioWorkletNode(context, PROCESSORS.playback, { numberOfInputs: 0, outputChannelCount: [1] });
    const output = new MediaStreamAudioDestinationNode(context, { channelCount: 1 });
    this.#playback.connect(output);
    this.stream = output.stream;
    this.#coders = sound === "opus" ? this.#createOpus() : this.#createPlain();
    this.#capture.port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => {
      if (!this.#isClosed) this.#coders.encode(data);
    };
    // A telephone call or sleep interrupts the context.
    context.addEventListener("statechange", () => this.resume());
    this.resume();
  }

  /** Rejects with `websocket-sound-unavailable` where the page may not load the worklet. */
  static async open(sound: RoomSound, events: SocketSoundEvents): Promise<SocketSound> {
    const context = new AudioContext({ latencyHint: "interactive" });
    try {
      return new SocketSound(context, sound, await loadWorklet(context), events);
    } catch (cause) {
      await context.close();
      throw new CallFailure(
        "websocket-sound-unavailable",
        "This network lets no WebRTC through, and the page may not load the audio worklet that the websocket needs. Its content security policy must allow the address of the SDK's scripts and of its folder files in script-src, or blob:.",
        { cause },
      );
    }
  }

  /** Sends this track from now on; silence without one. */
  send(track: MediaStreamTrack | undefined): void {
    this.#source?.disconnect();
    this.#source = track && this.#context.createMediaStreamSource(new MediaStream([track]));
    this.#source?.connect(this.#capture);
  }

  /** A packet of the other side. */
  take(packet: ArrayBuffer): void {
    if (!this.#isClosed) this.#coders.decode(packet);
  }

  /** Drops what waits to be played. */
  clear(): void {
    this.#tellPlayback("clear");
  }

  /** Begin to hear and play. On a page that nobody has touched yet the browser holds this back. */
  resume(): void {
    const { state } = this.#context;
    if (state !== "running" && state !== "closed") this.#context.resume().catch(() => undefined);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#source?.disconnect();
    this.#capture.port.postMessage("close");
    this.#tellPlayback("close");
    this.#coders.close();
    for (const track of this.stream.getTracks()) track.stop();
    void this.#context.close();
  }

  #tellPlayback(message: PlaybackMessage, transfer: Transferable[] = []): void {
    this.#playback.port.postMessage(message, transfer);
  }

  #play(samples: Float32Array<ArrayBuffer>, rate: number): void {
    this.#tellPlayback({ samples, rate }, [samples.buffer]);
  }

  #createPlain(): Coders {
    return {
      encode: (samples) => this.#events.onPacket(toPcm(samples)),
      decode: (packet) => this.#play(fromPcm(packet), ROOM_SOUND_RATE),
      close: () => undefined,
    };
  }

  #createOpus(): Coders {
    const fail = (cause: DOMException) => {
      if (this.#isClosed) return;
      isOpusBroken = true;
      this.#events.onFailed(new CallFailure("connection-lost", "The browser could not code the sound of the call.", { cause }));
    };
    const encoder = new AudioEncoder({
      output: (chunk) => {
        const packet = new ArrayBuffer(chunk.byteLength);
        chunk.copyTo(packet);
        if (!this.#isClosed) this.#events.onPacket(packet);
      },
      error: fail,
    });
    const decoder = new AudioDecoder({
      output: (data) => {
        const samples = new Float32Array(data.numberOfFrames);
        data.copyTo(samples, { planeIndex: 0, format: "f32-planar" });
        const { sampleRate } = data;
        data.close();
        if (!this.#isClosed) this.#play(samples, sampleRate);
      },
      error: fail,
    });
    encoder.configure(ENCODER);
    decoder.configure(DECODER);
    const packetUs = ROOM_PACKET_MS * 1_000;
    let [encoded, decoded] = [0, 0];
    return {
      encode(samples) {
        if (encoder.state !== "configured") return;
        const data = new AudioData({
          format: "f32-planar",
          sampleRate: ROOM_SOUND_RATE,
          numberOfFrames: samples.length,
          numberOfChannels: 1,
          timestamp: packetUs * encoded++,
          data: samples,
        });
        encoder.encode(data);
        data.close();
      },
      decode(packet) {
        if (decoder.state !== "configured") return;
        const timestamp = packetUs * decoded++;
        decoder.decode(new EncodedAudioChunk({ type: "key", timestamp, duration: packetUs, data: packet }));
      },
      close() {
        for (const coder of [encoder, decoder]) if (coder.state !== "closed") coder.close();
      },
    };
  }
}

interface Coders {
  encode(samples: Float32Array<ArrayBuffer>): void;
  decode(packet: ArrayBuffer): void;
  close(): void;
}

type Worklet = typeof import("./sound-worklet.ts");

/** From its own file: imported like this, it stays one. Where a bundler leaves it none, or the page does not serve it, from its text. */
async function loadWorklet(context: AudioContext): Promise<Worklet> {
  const worklet = await import("./sound-worklet.ts");
  const { PROCESSORS, soundProcessors, workletUrls } = worklet;
  const isLoaded = () => {
    try {
      new AudioWorkletNode(context, PROCESSORS.playback, { numberOfInputs: 0, outputChannelCount: [1] }).port.postMessage(
        "close",
      );
      return true;
    } catch {
      return false;
    }
  };
  for (const address of addressesFrom(workletUrls)) {
    await context.audioWorklet.addModule(address).catch(() => undefined);
    if (isLoaded()) return worklet;
  }
  // esbuild with `keepNames` puts calls of `__name` into functions.
  const text = `const __name = (value) => value; (${soundProcessors.toString()})().register(globalThis);`;
  const url = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  try {
    await context.audioWorklet.addModule(url);
    return worklet;
  } finally {
    URL.revokeObjectURL(url);
  }
}

function addressesFrom(workletUrls: Worklet["workletUrls"]): string[] {
  try {
    return workletUrls();
  } catch {
    return [];
  }
}

function toPcm(samples: Float32Array): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(samples.length * SAMPLE_BYTES));
  for (const [at, sample] of samples.entries())
    view.setInt16(at * SAMPLE_BYTES, Math.max(-1, Math.min(1, sample)) * FULL_SCALE, true);
  return view.buffer as ArrayBuffer;
}

function fromPcm(packet: ArrayBuffer): Float32Array<ArrayBuffer> {
  const view = new DataView(packet);
  return Float32Array.from(
    { length: Math.floor(packet.byteLength / SAMPLE_BYTES) },
    (_, at) => view.getInt16(at * SAMPLE_BYTES, true) / FULL_SCALE,
  );
}
