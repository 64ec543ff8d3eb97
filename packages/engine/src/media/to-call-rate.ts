import { setImmediate as nextTurn } from "node:timers/promises";
import { AudioFrame, AudioResampler } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "./audio-format.ts";

/** Pieces of mono sound as one, at the call's rate. Pieces of about a second, since other calls need this thread every 10 ms. */
export async function toCallRate(sampleRate: number, pieces: Iterable<Int16Array>): Promise<Int16Array> {
  const resampler = sampleRate === SAMPLE_RATE ? undefined : new AudioResampler(sampleRate, SAMPLE_RATE, 1);
  const parts: Int16Array[] = [];
  try {
    for (const mono of pieces) {
      if (resampler) parts.push(...copyOf(resampler.push(new AudioFrame(mono, sampleRate, 1, mono.length))));
      else parts.push(mono);
      await nextTurn();
    }
    if (resampler) parts.push(...copyOf(resampler.flush()));
  } finally {
    resampler?.close();
  }
  return join(parts);
}

/** Copied, because the resampler reuses its memory. */
function copyOf(frames: readonly AudioFrame[]): Int16Array[] {
  return frames.map(({ data }) => data.slice());
}

function join(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
