/** Loudness of a sample that a listener hears: −40 dBFS, well above what a codec makes of silence. */
const AUDIBLE_SAMPLE_LEVEL = 0.01;

/** An onset follows at least this much quiet; shorter gaps are inside words. */
const QUIET_BEFORE_ONSET_SECONDS = 0.03;

/**
 * Finds where sound begins after quiet, in samples that arrive piece by piece. The end of the turn before, still sounding
 * when the search begins, is not taken for the beginning of the next.
 */
export class OnsetSearch {
  readonly #quietNeeded: number;
  readonly #audibleLevel: number;
  #quietSamples = 0;

  /** Sound up to `backgroundLevel` counts as quiet. */
  constructor(sampleRate: number, backgroundLevel = 0) {
    this.#quietNeeded = Math.ceil(QUIET_BEFORE_ONSET_SECONDS * sampleRate);
    this.#audibleLevel = Math.max(AUDIBLE_SAMPLE_LEVEL, backgroundLevel);
  }

  /** Index of the first audible sample after quiet; undefined when it is not in this piece. */
  find(samples: Float32Array): number | undefined {
    for (let index = 0; index < samples.length; index += 1) {
      if (Math.abs(samples[index] ?? 0) < this.#audibleLevel) {
        this.#quietSamples += 1;
        continue;
      }
      if (this.#quietSamples >= this.#quietNeeded) return index;
      this.#quietSamples = 0;
    }
    return undefined;
  }
}
