import type { NowMs } from "./call-clock.ts";

export interface TokenBucketOptions {
  /** Tokens at the start, and at most. */
  burst: number;
  /** Tokens gained per second. */
  perSecond: number;
}

/** Limits how much happens at once, and how much over time. */
export class TokenBucket {
  readonly #options: TokenBucketOptions;
  readonly #now: NowMs;
  #tokens: number;
  #countedAtMs: number;

  constructor(options: TokenBucketOptions, now: NowMs) {
    this.#options = options;
    this.#now = now;
    this.#tokens = options.burst;
    this.#countedAtMs = now();
  }

  /** How many tokens are left now. */
  get left(): number {
    const { burst, perSecond } = this.#options;
    const nowMs = this.#now();
    this.#tokens = Math.min(burst, this.#tokens + ((nowMs - this.#countedAtMs) * perSecond) / 1000);
    this.#countedAtMs = nowMs;
    return this.#tokens;
  }

  /** Takes tokens, even more than there are. */
  spend(tokens: number): void {
    this.#tokens -= tokens;
  }

  /** Takes tokens if there are enough. */
  take(tokens: number): boolean {
    if (tokens > this.left) return false;
    this.spend(tokens);
    return true;
  }
}
