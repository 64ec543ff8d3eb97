import { createRequire } from "node:module";
import { SAMPLE_RATE } from "./audio-format.ts";
import { decodeMuLaw, encodeMuLaw } from "./mu-law.ts";
import { RateFilter } from "./rate-filter.ts";
import { readPcm, writePcm } from "./wave.ts";

/** Mono sound as bytes. `pcm_s16le`: 16 bit, little-endian. `opus`: one packet at a time. */
export interface SoundFormat {
  encoding: "pcm_s16le" | "mulaw" | "opus";
  /** Hertz. Opus is coded at the call's rate. */
  sampleRate: number;
}

/** A common multiple of rates that are not multiples of each other: 24 and 16 kHz. */
const BETWEEN_RATE = 48_000;

/** Converts the rate of one stream of sound, over 48 kHz if necessary. */
function createRateChange(from: number, to: number): (pcm: Int16Array) => Int16Array {
  if (from === to) return (pcm) => pcm;
  if (RateFilter.fits(from, to)) {
    const filter = new RateFilter(from, to);
    return (pcm) => filter.push(pcm);
  }
  const [up, down] = [new RateFilter(from, BETWEEN_RATE), new RateFilter(BETWEEN_RATE, to)];
  return (pcm) => down.push(up.push(pcm));
}

/** Makes sound of one stream from the bytes of a format. Half a sample at the end is dropped. */
export function createDecoder({ encoding, sampleRate }: SoundFormat): (bytes: Uint8Array) => Int16Array {
  if (encoding === "opus") return createOpusDecoder();
  const change = createRateChange(sampleRate, SAMPLE_RATE);
  return (bytes) => change(encoding === "mulaw" ? decodeMuLaw(bytes) : readPcm(bytes));
}

/** Makes bytes of a format from the sound of one stream. */
export function createEncoder({ encoding, sampleRate }: SoundFormat): (pcm: Int16Array) => Uint8Array {
  if (encoding === "opus") return createOpusEncoder();
  const change = createRateChange(SAMPLE_RATE, sampleRate);
  return (pcm) => (encoding === "mulaw" ? encodeMuLaw(change(pcm)) : writePcm(change(pcm)));
}

/**
 * The part of @evan/opus used here: libopus as WebAssembly, so that a stranger's packets touch no memory but its own. Its types cover only the
 * native build. A coder frees its memory when nobody refers to it any more.
 */
interface OpusLibrary {
  Encoder: new (options: {
    channels: 1;
    sample_rate: number;
    application: "voip";
  }) => { ctl(request: number, value: number): unknown; encode(pcm: Uint8Array): Uint8Array };
  Decoder: new (options: { channels: 1; sample_rate: number }) => { decode(packet: Uint8Array): Uint8Array };
}

const require = createRequire(import.meta.url);
/** Compiled with the first call that needs it. */
const library = (): OpusLibrary => require("@evan/opus/wasm/index.js") as OpusLibrary;

/** Requests of `opus_encoder_ctl`. */
const SET_BITRATE = 4002;
const SET_COMPLEXITY = 4010;
/** Bits a second. Opus recommends 16 to 20 kbit/s for wideband speech (RFC 7587, 3.1.1); background sounds take a little more. */
const BITRATE = 28_000;
/** Of 10. */
const COMPLEXITY = 5;

/** Makes a packet of 20 ms of sound, or of another length that Opus has. */
function createOpusEncoder(): (pcm: Int16Array) => Uint8Array {
  const encoder = new (library().Encoder)({ channels: 1, sample_rate: SAMPLE_RATE, application: "voip" });
  encoder.ctl(SET_BITRATE, BITRATE);
  encoder.ctl(SET_COMPLEXITY, COMPLEXITY);
  return (pcm) => encoder.encode(writePcm(pcm));
}

/** What is no packet is no sound. */
function createOpusDecoder(): (packet: Uint8Array) => Int16Array {
  const decoder = new (library().Decoder)({ channels: 1, sample_rate: SAMPLE_RATE });
  return (packet) => {
    // Without a byte, libopus makes up what may have been lost.
    if (packet.byteLength === 0) return new Int16Array();
    try {
      return readPcm(decoder.decode(packet));
    } catch {
      return new Int16Array();
    }
  };
}

/** Frame lengths of RFC 6716, section 3.1, by configuration, in milliseconds: SILK in fours, hybrid in twos, CELT in fours. */
const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];

/** How much sound a packet has, as its first two bytes say, in milliseconds. Undefined for what is no packet. */
export function opusPacketMs(packet: Uint8Array): number | undefined {
  const [head, count = 0] = packet;
  if (head === undefined) return undefined;
  const config = head >> 3;
  const lengths = config < 12 ? SILK_MS : config < 16 ? HYBRID_MS : CELT_MS;
  const frameMs = lengths[config % lengths.length] ?? 0;
  const code = head & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : count & 63;
  return frames > 0 ? frames * frameMs : undefined;
}
