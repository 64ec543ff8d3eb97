/** Enough to draw speech, at a tenth of the memory of playback. */
const DECODE_RATE = 8_000;
/** A recording quieter than this (−20 dB) is drawn quiet. */
const LEAST_FULL_HEIGHT = 0.1;

export interface Peaks {
  /** Samples of the caller (left) and the assistant (right) on one scale: the louder side fills the height. */
  customer: Float32Array;
  assistant: Float32Array;
  durationSeconds: number;
}

/** Load a stereo recording to draw it. A mono one shows both sides in the assistant's lane. */
export async function loadPeaks(url: string, signal: AbortSignal): Promise<Peaks> {
  const response = await fetch(url, { signal, credentials: "omit" });
  if (!response.ok) throw new Error(`The recording answered with status ${response.status}.`);
  const decoder = new OfflineAudioContext(2, 1, DECODE_RATE);
  const audio = await decoder.decodeAudioData(await response.arrayBuffer());
  const left = audio.getChannelData(0);
  const isStereo = audio.numberOfChannels > 1;
  const customer = isStereo ? left : new Float32Array(left.length);
  const assistant = isStereo ? audio.getChannelData(1) : left;
  return { ...toOneScale({ customer, assistant }), durationSeconds: audio.duration };
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
