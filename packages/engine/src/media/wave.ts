import { SoundFileError } from "./sound-file-error.ts";

/** Mono 16-bit sound. */
export interface Sound {
  samples: Int16Array;
  sampleRate: number;
}

const BYTES_PER_SAMPLE = 2;

/** Samples of their bytes, the low byte first. Half a sample at the end is dropped. */
export function readPcm(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int16Array.from({ length: bytes.byteLength >> 1 }, (_, at) => view.getInt16(at * BYTES_PER_SAMPLE, true));
}

/** The bytes of samples, the low byte first. */
export function writePcm(samples: Int16Array): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(new ArrayBuffer(samples.length * BYTES_PER_SAMPLE));
  for (const [at, sample] of samples.entries()) bytes.writeInt16LE(sample, at * BYTES_PER_SAMPLE);
  return bytes;
}

const RIFF_HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const FORMAT_BYTES = 16;
const PCM = 1;
/** The first bytes of a following id name the format (`WAVEFORMATEXTENSIBLE`). */
const EXTENSIBLE = 0xff_fe;
const SUBFORMAT_OFFSET = 24;
const RATE_MIN = 4_000;
const RATE_MAX = 192_000;
const NOT_SUPPORTED = "it is neither an MP3 file nor a WAV file of 16-bit PCM with one or two channels";

interface WaveFormat {
  sampleRate: number;
  channels: number;
}

/** Reads a RIFF wave file of 16-bit PCM with one or two channels. `data`: the channels' samples in turn. Fails with a `SoundFileError`. */
export function readWave(file: Buffer): WaveFormat & { data: Buffer } {
  if (file.toString("latin1", 0, 4) !== "RIFF" || file.toString("latin1", 8, 12) !== "WAVE")
    throw new SoundFileError(NOT_SUPPORTED);
  let format: WaveFormat | undefined;
  for (let at = RIFF_HEAD_BYTES; at + CHUNK_HEAD_BYTES <= file.length; ) {
    const name = file.toString("latin1", at, at + 4);
    const bytes = file.readUInt32LE(at + 4);
    const content = file.subarray(at + CHUNK_HEAD_BYTES, at + CHUNK_HEAD_BYTES + bytes);
    if (name === "fmt ") format = readFormat(content);
    // A file that was written as a stream has a wrong length here, and ends with its sound.
    if (name === "data" && format) return { ...format, data: content };
    at += CHUNK_HEAD_BYTES + bytes + (bytes % 2);
  }
  throw new SoundFileError(NOT_SUPPORTED);
}

function readFormat(chunk: Buffer): WaveFormat {
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

export const WAVE_HEAD_BYTES = RIFF_HEAD_BYTES + CHUNK_HEAD_BYTES + FORMAT_BYTES + CHUNK_HEAD_BYTES;

/** The head of a RIFF wave file of 16-bit PCM, before `dataBytes` of sound. */
export function waveHead({ sampleRate, channels }: WaveFormat, dataBytes: number): Buffer {
  const head = Buffer.alloc(WAVE_HEAD_BYTES);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(WAVE_HEAD_BYTES - CHUNK_HEAD_BYTES + dataBytes, 4);
  head.write("WAVEfmt ", 8, "latin1");
  head.writeUInt32LE(FORMAT_BYTES, 16);
  head.writeUInt16LE(PCM, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * channels * BYTES_PER_SAMPLE, 28);
  head.writeUInt16LE(channels * BYTES_PER_SAMPLE, 32);
  head.writeUInt16LE(8 * BYTES_PER_SAMPLE, 34);
  head.write("data", 36, "latin1");
  head.writeUInt32LE(dataBytes, 40);
  return head;
}

/** A RIFF wave file of the sound, which any browser plays. */
export function writeWave({ samples, sampleRate }: Sound): Uint8Array<ArrayBuffer> {
  const data = writePcm(samples);
  return Buffer.concat([waveHead({ sampleRate, channels: 1 }, data.length), data]);
}

/**
 * Level that counts as sound, of 32767: −34 dBFS. flite begins and ends every utterance with 80–250 ms of near silence;
 * a threshold of 200 does not remove it, because voice kal16 hisses.
 */
const SOUND_LEVEL = 655;
/** Quiet that is kept around the sound, so that soft consonants at either end are not cut. */
const KEPT_LEAD_IN_MS = 10;
const KEPT_TAIL_MS = 60;

/** The sound without its silent lead-in and tail. A sound that never gets loud is kept whole. `level` is the loudest silence, of 32767. */
export function trimSilence({ samples, sampleRate }: Sound, level = SOUND_LEVEL): Sound {
  const isSound = (sample: number) => Math.abs(sample) > level;
  const first = samples.findIndex(isSound);
  if (first === -1) return { samples, sampleRate };
  const last = samples.findLastIndex(isSound);
  const start = Math.max(0, first - Math.round((KEPT_LEAD_IN_MS * sampleRate) / 1000));
  const end = Math.min(samples.length, last + 1 + Math.round((KEPT_TAIL_MS * sampleRate) / 1000));
  return { samples: samples.slice(start, end), sampleRate };
}
