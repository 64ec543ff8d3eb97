import { MPEGDecoder } from "mpg123-decoder";
import { SoundFileError } from "./sound-file-error.ts";
import { toCallRate } from "./to-call-rate.ts";

/** About a second of sound at 128 kbit/s. */
const PIECE_BYTES = 16 * 1024;
const FULL_SCALE = 32_767;

/** An MP3 file begins with a tag (ID3) or with a frame of layer 3. */
export function isMp3(file: Buffer): boolean {
  const [first = 0, second = 0] = file;
  return file.toString("latin1", 0, 3) === "ID3" || (first === 0xff && (second & 0xe6) === 0xe2);
}

/** The first `maxSeconds` of an MP3 file at the call's rate. Fails with a `SoundFileError`. */
export async function decodeMp3(file: Buffer, maxSeconds: number): Promise<Int16Array> {
  const decoder = new MPEGDecoder();
  try {
    await decoder.ready;
    let at = 0;
    const decodeNext = () => {
      const piece = decoder.decode(file.subarray(at, at + PIECE_BYTES));
      at += PIECE_BYTES;
      return { sampleRate: piece.sampleRate, mono: toMono(piece.channelData, piece.samplesDecoded) };
    };
    let first = decodeNext();
    // A tag may hold a picture.
    while (first.mono.length === 0 && at < file.length) first = decodeNext();
    const { sampleRate, mono } = first;
    if (mono.length === 0) throw new SoundFileError("its MP3 file has no sound that can be decoded");
    return await toCallRate(sampleRate, pieces());

    function* pieces(): Generator<Int16Array> {
      let left = maxSeconds * sampleRate;
      for (let next = mono; left > 0; next = decodeNext().mono) {
        yield next.subarray(0, left);
        left -= next.length;
        if (at >= file.length) return;
      }
    }
  } finally {
    decoder.free();
  }
}

function toMono(channels: readonly Float32Array[], length: number): Int16Array {
  const mono = new Int16Array(length);
  for (let index = 0; index < length; index++) {
    const sum = channels.reduce((all, samples) => all + (samples[index] ?? 0), 0);
    mono[index] = Math.max(-1, Math.min(1, sum / channels.length)) * FULL_SCALE;
  }
  return mono;
}
