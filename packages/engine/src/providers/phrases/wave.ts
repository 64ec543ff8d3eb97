/** Mono 16-bit sound. */
export interface Sound {
  samples: Int16Array;
  sampleRate: number;
}

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const SAMPLE_RATE_OFFSET = 24;

/** Reads a RIFF wave file of one 16-bit channel, as flite writes it. */
export function readWave(file: Uint8Array): Sound {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let at = HEADER_BYTES;
  while (at + CHUNK_HEADER_BYTES <= file.length) {
    const id = String.fromCharCode(...file.subarray(at, at + 4));
    const sizeBytes = view.getUint32(at + 4, true);
    const dataStart = at + CHUNK_HEADER_BYTES;
    if (id === "data") {
      const dataEnd = Math.min(dataStart + sizeBytes, file.length);
      const samples = new Int16Array((dataEnd - dataStart) >> 1);
      for (let index = 0; index < samples.length; index++) samples[index] = view.getInt16(dataStart + index * 2, true);
      return { samples, sampleRate: view.getUint32(SAMPLE_RATE_OFFSET, true) };
    }
    at = dataStart + sizeBytes;
  }
  throw new Error("The wave file has no data");
}

/** RIFF, `fmt ` and `data`, each with its head. */
const FILE_HEAD_BYTES = 44;
const FORMAT_BYTES = 16;
const PCM = 1;
const SAMPLE_BYTES = 2;

/** A RIFF wave file of the sound, which any browser plays. */
export function writeWave({ samples, sampleRate }: Sound): Uint8Array<ArrayBuffer> {
  const dataBytes = samples.length * SAMPLE_BYTES;
  const file = new Uint8Array(FILE_HEAD_BYTES + dataBytes);
  const view = new DataView(file.buffer);
  const text = (at: number, id: string) => file.set(new TextEncoder().encode(id), at);
  text(0, "RIFF");
  view.setUint32(4, FILE_HEAD_BYTES - CHUNK_HEADER_BYTES + dataBytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, FORMAT_BYTES, true);
  view.setUint16(20, PCM, true);
  view.setUint16(22, 1, true);
  view.setUint32(SAMPLE_RATE_OFFSET, sampleRate, true);
  view.setUint32(28, sampleRate * SAMPLE_BYTES, true);
  view.setUint16(32, SAMPLE_BYTES, true);
  view.setUint16(34, SAMPLE_BYTES * 8, true);
  text(36, "data");
  view.setUint32(40, dataBytes, true);
  for (let index = 0; index < samples.length; index++)
    view.setInt16(FILE_HEAD_BYTES + index * SAMPLE_BYTES, samples[index] ?? 0, true);
  return file;
}

/**
 * Level that counts as sound, of 32767: −34 dBFS. flite begins and ends every utterance with 80–250 ms of near silence;
 * a threshold of 200 does not remove it, because voice kal16 hisses.
 */
const SOUND_LEVEL = 655;
/** Kept around the sound, so that soft consonants at either end are not cut. */
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
