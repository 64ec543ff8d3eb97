import { SoundFileError } from "./sound-file-error.ts";
import { toCallRate } from "./to-call-rate.ts";

const RIFF_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const FORMAT_BYTES = 16;
const BYTES_PER_SAMPLE = 2;
const PCM = 1;
/** The first bytes of a following id name the format (`WAVEFORMATEXTENSIBLE`). */
const EXTENSIBLE = 0xff_fe;
const SUBFORMAT_OFFSET = 24;
const RATE_MIN = 4_000;
const RATE_MAX = 192_000;
const NOT_SUPPORTED = "it is neither an MP3 file nor a WAV file of 16-bit PCM with one or two channels";

interface Wav {
  sampleRate: number;
  channels: number;
  /** Interleaved. */
  data: Buffer;
}

/** The first `maxSeconds` of a WAV file (16-bit PCM, one or two channels, any rate) at the call's rate. Fails with a `SoundFileError`. */
export async function decodeWav(file: Buffer, maxSeconds: number): Promise<Int16Array> {
  const { sampleRate, channels, data } = readChunks(file);
  const frames = Math.min(Math.floor(data.length / BYTES_PER_SAMPLE / channels), maxSeconds * sampleRate);
  return toCallRate(sampleRate, secondsOf());

  function* secondsOf(): Generator<Int16Array> {
    for (let at = 0; at < frames; at += sampleRate) yield toMono(data, channels, at, Math.min(sampleRate, frames - at));
  }
}

function readChunks(file: Buffer): Wav {
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WAVE")
    throw new SoundFileError(NOT_SUPPORTED);
  let format: Omit<Wav, "data"> | undefined;
  for (let at = RIFF_HEADER_BYTES; at + CHUNK_HEADER_BYTES <= file.length; ) {
    const name = file.toString("latin1", at, at + 4);
    const bytes = file.readUInt32LE(at + 4);
    const content = file.subarray(at + CHUNK_HEADER_BYTES, at + CHUNK_HEADER_BYTES + bytes);
    if (name === "fmt ") format = readFormat(content);
    // A file that was written as a stream has a wrong length here, and ends with its sound.
    if (name === "data" && format) return { ...format, data: content };
    at += CHUNK_HEADER_BYTES + bytes + (bytes % 2);
  }
  throw new SoundFileError(NOT_SUPPORTED);
}

function readFormat(chunk: Buffer): Omit<Wav, "data"> {
  if (chunk.length < FORMAT_BYTES) throw new SoundFileError(NOT_SUPPORTED);
  const tag = chunk.readUInt16LE(0);
  const isExtensible = tag === EXTENSIBLE && chunk.length >= SUBFORMAT_OFFSET + 2;
  const encoding = isExtensible ? chunk.readUInt16LE(SUBFORMAT_OFFSET) : tag;
  const channels = chunk.readUInt16LE(2);
  const sampleRate = chunk.readUInt32LE(4);
  const isSupported = encoding === PCM && (channels === 1 || channels === 2) && chunk.readUInt16LE(14) === 8 * BYTES_PER_SAMPLE;
  if (!isSupported) throw new SoundFileError(NOT_SUPPORTED);
  if (sampleRate < RATE_MIN || sampleRate > RATE_MAX) throw new SoundFileError(`it has ${sampleRate} samples per second`);
  return { channels, sampleRate };
}

function toMono(data: Buffer, channels: number, from: number, frames: number): Int16Array {
  const mono = new Int16Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++)
      sum += data.readInt16LE(((from + frame) * channels + channel) * BYTES_PER_SAMPLE);
    mono[frame] = Math.round(sum / channels);
  }
  return mono;
}
