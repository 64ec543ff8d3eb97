/** Enough to draw speech; a tenth of what it takes to play it. */
const DECODE_RATE = 8_000;

export interface Peaks {
  /** Samples of the caller (left) and of the assistant (right). */
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
  return {
    customer: isStereo ? left : new Float32Array(left.length),
    assistant: isStereo ? audio.getChannelData(1) : left,
    durationSeconds: audio.duration,
  };
}
