import { toCallRate } from "./to-call-rate.ts";
import { readWave } from "./wave.ts";

const BYTES_PER_SAMPLE = 2;

/** The first `maxSeconds` of a WAV file (16-bit PCM, one or two channels, any rate) at the call's rate. Fails with a `SoundFileError`. */
export async function decodeWav(file: Buffer, maxSeconds: number): Promise<Int16Array> {
  const { sampleRate, channels, data } = readWave(file);
  const frames = Math.min(Math.floor(data.length / BYTES_PER_SAMPLE / channels), maxSeconds * sampleRate);
  return toCallRate(sampleRate, secondsOf());

  function* secondsOf(): Generator<Int16Array> {
    for (let at = 0; at < frames; at += sampleRate) yield toMono(data, channels, at, Math.min(sampleRate, frames - at));
  }
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
