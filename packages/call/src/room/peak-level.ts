/**
 * The level of a sound, 0 to 1: its highest amplitude.
 *
 * The thresholds of speech (0.01) and full volume (0.15) were made for Daily's levels. Daily documents these as 0 to 1, without a
 * formula; WebRTC measures its own `audioLevel` as the highest absolute sample of about 110 ms (libwebrtc, `AudioLevel::ComputeLevel`).
 * A root mean square is about a third of that. Every 100 ms of a sentence of the offline voices, the median of peaks is 0.16 to 0.43,
 * that of root mean squares 0.04 to 0.17: the quietest voice would reach a quarter of full volume.
 */
export function peakLevel(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return Math.min(1, peak);
}
