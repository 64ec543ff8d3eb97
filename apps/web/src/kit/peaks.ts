/** Enough to draw speech, at a tenth of the memory of playback. */
const DECODE_RATE = 8_000;
/** A recording quieter than this (−20 dB) is drawn quiet. */
const LEAST_FULL_HEIGHT = 0.1;
/** Peaks a second: finer than the bars of any screen, and two hours of a call are 6 MB. */
const PEAKS_PER_SECOND = 100;

export interface Peaks {
  /** The loudest sample of each hundredth of a second, from 0 to 1 on one scale: the louder side fills the height. */
  customer: Float32Array;
  assistant: Float32Array;
  durationSeconds: number;
}

/**
 * Reads a recording to draw it: the caller left, the assistant right. A mono one shows both sides in the assistant's lane. A WAV file is measured
 * while it arrives, so that a call of hours needs no memory for its sound.
 */
export async function loadPeaks(url: string, signal: AbortSignal): Promise<Peaks> {
  const response = await fetch(url, { signal, credentials: "omit" });
  if (!response.ok || !response.body) throw new Error(`The recording answered with status ${response.status}.`);
  const reader = response.body.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let rest = new Uint8Array();
  let meter: PeakMeter | undefined;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const isOther = !meter && rest.length >= WAV_HEAD_MAX_BYTES;
    if (isOther) pieces.push(read.value);
    else rest = joined(rest, read.value);
    const wav = meter || isOther ? undefined : readWavHead(rest);
    if (wav) {
      meter = new PeakMeter(wav.rate, wav.channels);
      rest = rest.slice(wav.dataAt);
    }
    if (meter) rest = rest.slice(meter.add(rest));
  }
  return meter?.peaks() ?? decodedPeaks(await new Blob([rest, ...pieces]).arrayBuffer());
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** The sound of a WAV file begins before. */
const WAV_HEAD_MAX_BYTES = 4096;

/** The format of a WAV file of 16-bit samples, and where they begin. Undefined for any other file, and as long as its head is not complete. */
function readWavHead(bytes: Uint8Array): { rate: number; channels: number; dataAt: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (word(0) !== "RIFF" || word(8) !== "WAVE") return undefined;
  let format: { rate: number; channels: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length; at += 8 + view.getUint32(at + 4, true)) {
    if (word(at) === "data") return format && { ...format, dataAt: at + 8 };
    if (word(at) !== "fmt " || at + 24 > bytes.length) continue;
    const [kind, bits] = [view.getUint16(at + 8, true), view.getUint16(at + 22, true)];
    if (kind === 1 && bits === 16) format = { channels: view.getUint16(at + 10, true), rate: view.getUint32(at + 12, true) };
  }
  return undefined;
}

/** Measures 16-bit samples as they arrive. */
class PeakMeter {
  #frames = 0;
  readonly #rate: number;
  readonly #channels: number;
  readonly #framesPerPeak: number;
  readonly #sides: number[][];

  constructor(rate: number, channels: number) {
    this.#rate = rate;
    this.#channels = channels;
    this.#framesPerPeak = Math.max(1, Math.round(rate / PEAKS_PER_SECOND));
    this.#sides = Array.from({ length: channels }, () => []);
  }

  /** Answers how many bytes it has measured: whole frames only. */
  add(bytes: Uint8Array<ArrayBuffer>): number {
    const frames = Math.floor(bytes.length / (2 * this.#channels));
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, frames * this.#channels);
    for (const [channel, side] of this.#sides.entries())
      for (let frame = 0; frame < frames; frame += 1) {
        const peak = Math.floor((this.#frames + frame) / this.#framesPerPeak);
        const loud = Math.abs(samples[frame * this.#channels + channel] ?? 0) / 32_768;
        if (loud >= (side[peak] ?? 0)) side[peak] = loud;
      }
    this.#frames += frames;
    return frames * 2 * this.#channels;
  }

  peaks(): Peaks {
    return sidesOf(
      this.#sides.map((side) => Float32Array.from(side)),
      this.#frames / this.#rate,
    );
  }
}

/** The peaks of a file that the browser has to decode as a whole, such as MP3. */
async function decodedPeaks(file: ArrayBuffer): Promise<Peaks> {
  const audio = await new OfflineAudioContext(2, 1, DECODE_RATE).decodeAudioData(file);
  const framesPerPeak = audio.sampleRate / PEAKS_PER_SECOND;
  const sides = Array.from({ length: audio.numberOfChannels }, (_, channel) =>
    barsOf(audio.getChannelData(channel), Math.ceil(audio.length / framesPerPeak)),
  );
  return sidesOf(sides, audio.duration);
}

function sidesOf([left = new Float32Array(), right]: readonly Float32Array[], durationSeconds: number): Peaks {
  const sides = right ? { customer: left, assistant: right } : { customer: new Float32Array(left.length), assistant: left };
  return { ...toOneScale(sides), durationSeconds };
}

/** One factor for both sides, so that their loudness can be compared. */
export function toOneScale({ customer, assistant }: Pick<Peaks, "customer" | "assistant">) {
  const fullHeight = Math.max(loudest(customer), loudest(assistant), LEAST_FULL_HEIGHT);
  const toScale = (samples: Float32Array) => samples.map((sample) => sample / fullHeight);
  return { customer: toScale(customer), assistant: toScale(assistant) };
}

function loudest(samples: Float32Array): number {
  return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
}

/** The peaks in so many bars of equal length, each as high as its loudest one. */
export function barsOf(peaks: Float32Array, count: number): Float32Array {
  const bars = new Float32Array(count);
  for (const [index, peak] of peaks.entries()) {
    const bar = Math.min(count - 1, Math.floor((index * count) / peaks.length));
    if (Math.abs(peak) > (bars[bar] ?? 0)) bars[bar] = Math.abs(peak);
  }
  return bars;
}
