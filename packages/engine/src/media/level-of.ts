/** Root mean square of 16-bit samples: 0 for silence, up to 32,768. */
export function levelOf(pcm: Int16Array): number {
  return Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, pcm.length));
}
