import { setTimeout as delay } from "node:timers/promises";
import { TokenRefused } from "./failure.ts";
import type { Identity } from "./functions.ts";
import type { RealtimeLimits } from "./limits.ts";
import { TokenBucket } from "./token-bucket.ts";

export interface IdentityContext<I extends Identity> {
  authenticate(token: string): Promise<I>;
  limits: Pick<RealtimeLimits, "authenticateBurst" | "authenticateEveryMs">;
  /** Epoch milliseconds. */
  nowMs(): number;
  monotonicMs(): number;
}

export type Checked<I extends Identity> = { identity: I } | { refused: string } | { fault: unknown };

const EXPIRED = "The token has expired.";

/** The identity of a connection and its token. */
export class PeerIdentity<I extends Identity> {
  readonly #context: IdentityContext<I>;
  readonly #bucket: TokenBucket;
  #identity: I | null = null;
  #token: string | null = null;

  constructor(context: IdentityContext<I>) {
    this.#context = context;
    const { authenticateBurst, authenticateEveryMs } = context.limits;
    this.#bucket = new TokenBucket(authenticateBurst, authenticateEveryMs, context.monotonicMs);
  }

  get current(): I | null {
    return this.#identity;
  }

  get token(): string | null {
    return this.#token;
  }

  set(identity: I | null, token: string | null): void {
    this.#identity = identity;
    this.#token = token;
  }

  /** Never throws. Frequent checks are delayed. */
  async check(token: string, isOfClient: boolean): Promise<Checked<I>> {
    try {
      const waitMs = isOfClient ? this.#bucket.take() : 0;
      // A server that ends does not wait for it.
      if (waitMs > 0) await delay(waitMs, undefined, { ref: false });
      const identity = await this.#context.authenticate(token);
      return this.#isExpired(identity) ? { refused: EXPIRED } : { identity };
    } catch (error) {
      return error instanceof TokenRefused ? { refused: error.message } : { fault: error };
    }
  }

  #isExpired({ expiresAtMs }: I): boolean {
    return expiresAtMs <= this.#context.nowMs();
  }

  /** Why the identity is no longer valid. Null while it is. */
  get ended(): string | null {
    return this.#identity && this.#isExpired(this.#identity) ? EXPIRED : null;
  }

  /** The same user as `identity`, from the newest token. Null if that expired. */
  renewed(identity: I): I | null {
    const current = this.#identity;
    const isSame = current?.subject === identity.subject && current.scope === identity.scope;
    const newest = isSame ? current : identity;
    return this.#isExpired(newest) ? null : newest;
  }
}
