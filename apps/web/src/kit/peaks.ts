import { RecordingMeter, type RecordingPeaks } from "@callwright/contract";

/** Enough to draw speech, at a tenth of the memory of playback. */
const DECODE_RATE = 8_000;
/** A recording quieter than this (−20 dB) is drawn quiet. */
const LEAST_FULL_HEIGHT = 0.1;
/** Of a file that the browser decodes: finer than the bars of any screen. */
const PEAKS_PER_SECOND = 100;

export interface Peaks {
  /** The loudest samples of equal parts of the time, from 0 to 1 on one scale: the louder side fills the height. */
  customer: Float32Array;
  assistant: Float32Array;
  durationSeconds: number;
}

/**
 * Reads a recording to draw it: the caller left, the assistant right. A mono one shows both sides in the assistant's lane. This server measures a WAV
 * file; one of another host is measured while it arrives. So a call of hours needs no memory for its sound.
 */
export async function loadPeaks(url: string, signal: AbortSignal): Promise<Peaks> {
  const address = new URL(url);
  // Addresses of others are signed with their query.
  if (address.pathname.startsWith("/artifact/")) address.searchParams.set("peaks", "");
  const response = await fetch(address, { signal, credentials: "omit" });
  if (!response.ok || !response.body) throw new Error(`The recording answered with status ${response.status}.`);
  if (response.headers.get("content-type")?.startsWith("application/json")) return toPeaks(await response.json());
  const meter = new RecordingMeter();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body.getReader();
  let isOther = false;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    isOther ||= !meter.add(read.value);
    if (isOther || !meter.hasBegun) pieces.push(read.value);
  }
  const peaks = meter.peaks();
  return peaks ? toPeaks(peaks) : decodedPeaks(await new Blob(pieces).arrayBuffer());
}

function toPeaks({ channels, durationSeconds }: RecordingPeaks): Peaks {
  return sidesOf(
    channels.map((loudest) => Float32Array.from(loudest, (peak) => peak / 1000)),
    durationSeconds,
  );
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
  const placeOf = (bar: number) => Math.floor((bar * peaks.length) / count);
  return Float32Array.from({ length: count }, (_, bar) => {
    const [from, to] = [placeOf(bar), placeOf(bar + 1)];
    return loudest(peaks.subarray(from, Math.max(to, from + 1)));
  });
}
