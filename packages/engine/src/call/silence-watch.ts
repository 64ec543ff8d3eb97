export interface SilenceLimit {
  timeoutMs: number;
  /** How often it may be reached in a call. */
  maxCount: number;
  /** Does the count restart when the caller speaks? */
  isResetBySpeech: boolean;
  /** False if the limit cannot act now: then it does not count. */
  onReached(): boolean;
}

interface Watched extends SilenceLimit {
  nextMs: number;
  count: number;
}

/**
 * Measures how long nobody speaks. A limit is reached after its timeout, and again after each further one in the same silence.
 *
 * ```
 *   silent ── pass, no limit reached ──▶ silent
 *     │  └─── pass, limits reached ──▶ the longest of them acts, up to its count ──▶ silent
 *     └────── restart: somebody spoke ──▶ silent, from 0
 * ```
 * Limits of 10 s and 20 s act at 10 s and 20 s, and the shorter one not again at 20 s.
 */
export class SilenceWatch {
  readonly #limits: Watched[];
  #silentMs = 0;

  constructor(limits: readonly SilenceLimit[]) {
    this.#limits = limits.map((limit) => ({ ...limit, nextMs: limit.timeoutMs, count: 0 }));
  }

  /** Nobody spoke for another `durationMs`. */
  pass(durationMs: number): void {
    this.#silentMs += durationMs;
    const reached = this.#limits.filter(({ nextMs }) => nextMs <= this.#silentMs);
    for (const limit of reached) limit.nextMs += limit.timeoutMs;
    const open = reached.filter(({ count, maxCount }) => count < maxCount);
    const longestMs = Math.max(...open.map(({ timeoutMs }) => timeoutMs));
    for (const limit of open) if (limit.timeoutMs === longestMs && limit.onReached()) limit.count += 1;
  }

  /** Somebody spoke. */
  restart(): void {
    this.#silentMs = 0;
    for (const limit of this.#limits) limit.nextMs = limit.timeoutMs;
  }

  callerSpoke(): void {
    this.restart();
    for (const limit of this.#limits) if (limit.isResetBySpeech) limit.count = 0;
  }
}
