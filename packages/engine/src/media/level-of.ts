/** Root mean square of 16-bit samples: 0 for silence, up to 32,768. */
export function levelOf(pcm: Int16Array): number {
  let sum = 0;
  for (const sample of pcm) sum += sample * sample;
  return Math.sqrt(sum / Math.max(1, pcm.length));
}
