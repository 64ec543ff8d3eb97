const SAMPLE_RATE = 16_000;
/** 40 ms: almost three periods of the lowest voice. */
const FRAME = 640;
/** Human voices are between 70 and 300 Hz. */
const LONGEST = Math.floor(SAMPLE_RATE / 70);
const SHORTEST = Math.floor(SAMPLE_RATE / 300);
/** A frame is voiced when its correlation with the next period is higher, 0 to 1. */
const VOICED = 0.7;
/** −30 dBFS: quieter frames are pauses. */
const LOUD = 1_000;

/** The pitch of a voice in 16 kHz samples: the median over voiced frames of 40 ms, in hertz. 0 without a voice. */
export function pitchOf(samples: Int16Array): number {
  const pitches: number[] = [];
  for (let start = 0; start + FRAME + LONGEST <= samples.length; start += FRAME) {
    const period = periodAt(samples, start);
    if (period !== undefined) pitches.push(SAMPLE_RATE / period);
  }
  return pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0;
}

function periodAt(samples: Int16Array, start: number): number | undefined {
  const frame = samples.subarray(start, start + FRAME);
  if (frame.every((sample) => Math.abs(sample) < LOUD)) return;
  let best: { period: number; correlation: number } | undefined;
  for (let period = SHORTEST; period <= LONGEST; period += 1) {
    const correlation = correlate(frame, samples.subarray(start + period, start + period + FRAME));
    // Multiples of the period correlate as well. A longer one must be clearly better.
    if (correlation > VOICED && correlation > (best?.correlation ?? 0) + 0.02) best = { period, correlation };
  }
  return best?.period;
}

/** Correlation of two pieces of sound, −1 to 1. */
function correlate(a: Int16Array, b: Int16Array): number {
  let [both, ofA, ofB] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? 0;
    both += value * other;
    ofA += value * value;
    ofB += other * other;
  }
  return ofA === 0 || ofB === 0 ? 0 : both / Math.sqrt(ofA * ofB);
}
